import type { components, operations } from '../../../../../generated/cluster-agent/types.ts'
import type { Check } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import type { Context } from '../context.ts'
import { changesValue, needsOfPlaces, type Place, valuesAt } from '../fields/place.ts'
import { assumeLogged } from '../logs/log-content.ts'

const ids: Place = { operation: 'listSchedulers', path: ['schedulers', '*', 'id'] }
const starts: Place = { operation: 'listSchedulers', path: ['schedulers', '*', 'started'] }

const isText = (value: unknown) => typeof value === 'string'

export const workers: Record<string, Check<operations>> = {
  'AGT-018': {
    needs: needsOfPlaces([ids]),
    async run(t) {
      const seen = await valuesAt(t, ids)
      if (seen.length === 0) t.inconclusive('the server has no scheduler workers')
      expect(seen.map(isText), `whether each of the ids ${JSON.stringify(seen)} is a string`).not.toContain(false)
      t.assume('AGT-G50', () =>
        expect(new Set(seen).size, `different ids among ${JSON.stringify(seen)}`).toBe(seen.length),
      )
    },
    sabotage: [
      changesValue(ids, () => undefined),
      changesValue(ids, (id: string) => id.length),
      // The id of the server in place of the id of the worker.
      changesValue(ids, () => 'server1.global'),
    ],
  },
  'AGT-019': {
    needs: needsOfPlaces([starts]),
    async run(t) {
      const seen = await valuesAt(t, starts)
      if (seen.length === 0) t.inconclusive('the server has no scheduler workers')
      expect(seen.map(isText), `whether each start in ${JSON.stringify(seen)} is a string`).not.toContain(false)
      t.assume('AGT-G06', () => {
        for (const start of seen)
          expect(start, 'start of a worker').toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
      })
    },
    sabotage: [
      changesValue(starts, () => undefined),
      changesValue(starts, (start: string) => Date.parse(start)),
      changesValue(starts, () => 'yesterday'),
    ],
  },
}

type Config = components['schemas']['SchedulerConfiguration']

const put = (t: Context, body: Partial<Config>) => t.attempt('updateSchedulerConfig', { body })
const listed = async (t: Context) => (await t.call('listSchedulers')).body.schedulers
const textOf = (outcome: string, count: number) => `agent: scheduler configuration ${outcome}: num_schedulers=${count}`

/** The results of updates that are partial, at the limits, or name a scheduler twice (gap AGT-G29). */
export async function assumeUpdates(t: Context, before: Config): Promise<void> {
  const { num_schedulers: count, enabled_schedulers: names } = before
  const expectAfter = async (body: Partial<Config>, expected: Partial<Config>) => {
    const reply = await put(t, body)
    const what = `configuration after an update with ${JSON.stringify(body)}`
    t.assume('AGT-G29', () => expect(reply.body, what).toEqual({ ...before, ...expected }))
  }
  await expectAfter({ num_schedulers: count + 1 }, { num_schedulers: count + 1 })
  await expectAfter({ enabled_schedulers: ['_core'] }, { num_schedulers: count + 1, enabled_schedulers: ['_core'] })
  const twice = { enabled_schedulers: ['_core', 'service', '_core'], num_schedulers: 0 }
  await expectAfter(twice, { enabled_schedulers: ['_core', 'service'], num_schedulers: 0 })
  await expectAfter({ ...before, server_id: 'another-server' }, {})
  await expectAfter({ num_schedulers: 1024 }, { num_schedulers: 1024 })
  for (const wrong of [{ num_schedulers: 1025 }, { enabled_schedulers: names.filter((name) => name !== '_core') }]) {
    const { status } = await put(t, wrong)
    t.assume('AGT-G29', () => expect(status, `status of an update with ${JSON.stringify(wrong)}`).toBe(400))
  }
  await expectAfter({}, { num_schedulers: 1024 })
}

/** The workers that an update keeps, adds and pauses (gap AGT-G09). */
export async function assumeWorkers(t: Context): Promise<void> {
  const update = async (count: number) => {
    const text = textOf('updated', count)
    await assumeLogged(t, () => put(t, { num_schedulers: count, enabled_schedulers: ['_core', 'batch'] }), { text })
    return listed(t)
  }
  const first = await listed(t)
  const begun = await t.now()
  const more = await update(first.length + 3)
  const fewer = await update(2)
  const none = await update(0)
  const five = await update(5)
  const ids = (workers: typeof first) => workers.map(({ id }) => id)
  const paused = (workers: typeof first) => workers.filter(({ status }) => status === 'Paused').length
  t.assume('AGT-G09', () => {
    expect(ids(more).slice(3), 'workers that there were, after there were more').toEqual(ids(first))
    for (const { started } of more.slice(0, 3))
      expect(Date.parse(started), 'start of a new worker').toBeGreaterThanOrEqual(begun)
    expect(ids(fewer), 'workers after there were fewer').toEqual(ids(more).slice(-2))
    expect(none, 'workers after there were none').toEqual([])
    expect([paused(more), paused(five)], 'workers that are paused').toEqual([
      Math.floor(((first.length + 3) * 3) / 4),
      3,
    ])
    for (const { status, workload_status, enabled_schedulers } of [...more, ...five]) {
      const workload = status === 'Paused' ? 'Paused' : 'WaitingToDequeue'
      expect([workload_status, enabled_schedulers], 'of a worker').toEqual([workload, ['_core', 'batch']])
    }
  })
}

/** An update that cannot be applied changes nothing, and answers the current configuration. */
export async function expectUnapplied(t: Context, before: Config): Promise<void> {
  await t.control.setConditions({ schedulerUpdatesApply: false })
  const text = textOf('not updated', before.num_schedulers)
  const updating = () => put(t, { ...before, num_schedulers: before.num_schedulers + 1 })
  const { body } = await assumeLogged(t, updating, { text })
  expect(body, 'answer of an update that cannot be applied').toEqual(before)
  expect((await t.call('getSchedulerConfig')).body, 'configuration after an update that cannot be applied').toEqual(
    before,
  )
  await t.control.setConditions({ schedulerUpdatesApply: true })
}
