import { expect } from '../../../../check/expect.ts'
import { changesAnswer, on, type Sabotage } from '../../../../check/sabotage.ts'
import { hold, howItEnded, ordersOf } from '../callers.ts'
import { becomes, inSessions, timeOf } from '../session.ts'
import { type Fault, faultsOf, inject } from './fault-calls.ts'
import { makes } from './wrong-faults.ts'

/** The second fault that is made is another one. */
function makesSecond(change: Parameters<typeof makes>[0]): Sabotage {
  let made = 0
  return makes((fault) => {
    made++
    return made === 2 ? change(fault) : fault
  })
}

export const faultOrder = inSessions({
  'CTL-047': {
    async run({ t, session, control }) {
      const { call, statuses } = await ordersOf(t, session)
      await inject(t, session, { kind: 'latency', milliseconds: 3_600_000 })
      await inject(t, session, { kind: 'latency', milliseconds: 1_800_000 })
      const first = await inject(t, session, { kind: 'status', status: 500 })
      const held = await hold(t, session, call('GET /orders'))
      for (const seconds of [3600, 1790]) {
        await control('advanceClock', { body: { seconds } })
        for (let calls = 0; calls < 5; calls++) await timeOf(t, session)
        expect(held.isOver(), `whether it was answered ${seconds} s later`).toBe(false)
      }
      await control('advanceClock', { body: { seconds: 10 } })
      const isOver = await becomes(async () => {
        await timeOf(t, session)
        return held.isOver()
      })
      expect(isOver, 'whether it was answered after the sum of both latencies').toBe(true)
      expect(await held.reply, 'its answer, injected besides').toMatchObject({ status: 500 })
      const [one, two] = await faultsOf(t, session)
      expect([one?.struck, two?.struck], 'how often each latency has struck').toEqual([1, 1])
      for (const { id } of [one, two] as Fault[]) await control('deleteFault', { path: { fault: id } })

      const second = await inject(t, session, { kind: 'status', status: 503 })
      const third = await inject(t, session, { kind: 'drop' })
      expect(await statuses(2), 'statuses under three faults of which the first decides').toEqual([500, 500])
      const struck = async () => (await faultsOf(t, session)).map(({ id, struck }) => [id, struck])
      expect(await struck(), 'how often each has struck').toEqual([
        [first.id, 3],
        [second.id, 0],
        [third.id, 0],
      ])
      await control('deleteFault', { path: { fault: first.id } })
      expect(await statuses(1), 'status when the first is gone').toEqual([503])
      await control('deleteFault', { path: { fault: second.id } })
      const ended = () => howItEnded(call('GET /orders'))
      expect(await ended(), 'how a request ended when the second is gone').toBe('no answer')
      await inject(t, session, { kind: 'truncate' })
      expect(await ended(), 'how a request ended under a drop made before a truncation').toBe('no answer')
      await control('deleteFault', { path: { fault: third.id } })
      expect(await ended(), 'how a request ended under the truncation alone').toBe('cut short')
    },
    sabotage: [
      makesSecond((fault) => ({ ...fault, milliseconds: 0 })),
      makesSecond((fault) => ({ ...fault, milliseconds: 3_600_000 })),
      makesSecond((fault) => ({ ...fault, kind: 'drop' })),
      on('listOrders', changesAnswer, (answer) => (answer.status === 500 ? { ...answer, status: 503 } : answer)),
      makes((fault) => ({ ...fault, ...(fault.kind === 'drop' ? { kind: 'truncate' } : {}) })),
    ],
  },
})
