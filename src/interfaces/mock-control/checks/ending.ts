import { expect } from '../../../check/expect.ts'
import { on, remembersFirstAnswer, type Sabotage } from '../../../check/sabotage.ts'
import { andThen, instead, listIs, mixesSessions } from './sabotages.ts'
import { idsOf, inSessions, namesOf, type Session } from './session.ts'
import { change, expectNew, expectOther, newKeyPath, portraitOf } from './session-state.ts'

/** Each leaves one part of a session changed after a call that should renew it. */
const keepsParts = (operation: string): Sabotage[] => [
  andThen(operation, `PUT ${newKeyPath}`, { owner: 'still' }),
  andThen(operation, 'PATCH /interfaces/secrets/conditions', { sealed: true }),
  andThen(operation, 'PUT /clock', { now: '2031-06-01T00:00:00Z' }),
  andThen(operation, 'POST /faults', { interface: 'orders', kind: 'drop' }),
]

const keepsJournal: Sabotage = on('getJournal', remembersFirstAnswer())

export const ending = inSessions({
  'CTL-009': {
    async run(one) {
      const other = one.own()
      const before = await portraitOf(other)
      const untouched = await portraitOf(one)
      await change(one, 2031)
      await one.call('createSnapshot')
      expectOther(await portraitOf(one), untouched)
      const held = async (s: Session) => [(await s.journal()).length, (await s.snapshots()).length]
      expect(await held(one), 'requests and snapshots of a session').toEqual([1, 1])
      expect(await held(other), 'requests and snapshots of the other session').toEqual([0, 0])
      await other.expect(404, 'getSnapshot', { snapshot: '1' })
      await one.own(`${one.name}.1`).expect(404, 'restoreSnapshot', { snapshot: '1' })
      expect(await portraitOf(other), 'the other session').toEqual(before)

      const { status, body } = await other.order(await one.anOrder())
      expect(status, 'status of a request in the other session').toBe(200)
      expect(body.trackingNumber, 'an order in the other session').not.toBe('check 2031')
      expect(await other.health(), 'health of secrets in the other session').toBe(200)
      expect(await one.health(), 'health of secrets in the one session').toBe(503)
    },
    sabotage: [
      mixesSessions('listRecords'),
      mixesSessions('getConditions'),
      mixesSessions('setClock', 'getClock'),
      mixesSessions('listFaults', 'createFault'),
      mixesSessions('listSnapshots'),
      mixesSessions('getJournal'),
      mixesSessions('getSnapshot', 'createSnapshot'),
    ],
  },
  'CTL-011': {
    async run(s) {
      const asNew = await portraitOf(s)
      await change(s, 2031)
      expectOther(await portraitOf(s), asNew)
      const { id } = await s.expect(201, 'createSnapshot')
      const before = await s.snapshots()
      expect((await s.journal()).length, 'requests in the journal before').toBeGreaterThan(0)

      await s.expect(204, 'resetSession')
      await expectNew(s, asNew)
      expect(idsOf(before), 'snapshots before').toEqual([id])
      expect(await s.snapshots(), 'snapshots after').toEqual(before)
      expect((await s.order(await s.anOrder())).status, 'status of a request after the reset').toBe(200)
      expect(await s.health(), 'health of secrets after the reset').toBe(200)
      await s.expect(204, 'restoreSnapshot', { snapshot: id })
    },
    sabotage: [...keepsParts('resetSession'), keepsJournal, andThen('resetSession', 'DELETE /snapshots/1')],
  },
  'CTL-012': {
    async run(s) {
      const asNew = await portraitOf(s)
      await change(s, 2031)
      for (let snapshots = 0; snapshots < 2; snapshots++) await s.call('createSnapshot')
      expect((await s.journal()).length, 'requests in the journal before').toBeGreaterThan(0)

      await s.expect(204, 'deleteSession')
      await s.expect(404, 'getSession')
      const { body } = await s.t.attempt('listSessions')
      expect(namesOf(body.sessions), 'sessions listed').not.toContain(s.name)
      expect(await s.snapshots(), 'snapshots of the new session of its name').toEqual([])
      for (const snapshot of ['1', '2']) await s.expect(404, 'restoreSnapshot', { snapshot })
      await expectNew(s, asNew)
    },
    sabotage: [
      instead('deleteSession', 'POST /reset'),
      listsTheDeleted(),
      ...keepsParts('listSnapshots'),
      keepsJournal,
      listIs('listSnapshots', 'snapshots', () => [{ id: '1', now: '2031-06-01T00:00:00Z', interfaces: [] }]),
    ],
  },
})

/** Lists deleted sessions, too. */
function listsTheDeleted(): Sabotage {
  const deleted: string[] = []
  return async (request, forward) => {
    const answer = await forward(request)
    if (request.operation === 'deleteSession') deleted.push(request.path.split('/').at(-1) ?? '')
    if (request.operation !== 'listSessions') return answer
    const { sessions } = answer.body as { sessions: object[] }
    return { ...answer, body: { sessions: [...sessions, ...deleted.map((name) => ({ ...sessions[0], name }))] } }
  }
}
