import type { components, operations } from '../../../../../generated/cluster-agent/types.ts'
import type { Check } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import {
  acceptsRefused,
  answersWith,
  changesAnswer,
  changesBody,
  on,
  type Sabotage,
  seesBody,
  when,
} from '../../../../check/sabotage.ts'
import type { Context } from '../context.ts'
import { assumeLogged } from '../logs/log-content.ts'
import { assertServed, assumeRefused } from '../outcomes.ts'
import { assumeUpdates, assumeWorkers, expectUnapplied } from './scheduler-updates.ts'

type Config = components['schemas']['SchedulerConfiguration']

const needs = { resources: ['server mode'], changes: 'reversible' } as const

async function read(t: Context): Promise<Config> {
  const reply = await t.call('getSchedulerConfig')
  assertServed(t, reply, 'reading the scheduler configuration')
  return reply.body
}

async function update(t: Context, body: Config): Promise<Config> {
  const reply = await t.call('updateSchedulerConfig', { body })
  assertServed(t, reply, 'an update of the scheduler configuration')
  return reply.body
}

/** The current configuration, which is restored when the check is over. */
async function keepConfig(t: Context): Promise<Config> {
  const before = await read(t)
  t.afterwards(() => update(t, before))
  return before
}

/** One worker fewer, or one more if there is only one, and one scheduler fewer. */
function changed({ num_schedulers, enabled_schedulers, server_id }: Config): Config {
  const spared = enabled_schedulers.find((name) => name !== '_core')
  return {
    num_schedulers: num_schedulers > 1 ? num_schedulers - 1 : num_schedulers + 1,
    enabled_schedulers: enabled_schedulers.filter((name) => name !== spared),
    server_id,
  }
}

const sorted = ({ num_schedulers, server_id, enabled_schedulers }: Config) => ({
  num_schedulers,
  server_id,
  enabled_schedulers: [...enabled_schedulers].sort(),
})

const updates = (change: (body: Config) => unknown): Sabotage => on('updateSchedulerConfig', seesBody(change))

/** Repeats the request in the answer, whatever the result. */
const echoes: Sabotage = on('updateSchedulerConfig', changesAnswer, (answer, { body }) => ({
  ...answer,
  body: JSON.parse(String(body)),
}))

/** Ignores every update except the first. */
function isLastingOnce(): Sabotage {
  let count = 0
  return on('updateSchedulerConfig', (request, forward) =>
    count++ === 0 ? forward(request) : answersWith(200, {})(request, forward),
  )
}

export const schedulerConfig: Record<string, Check<operations>> = {
  'AGT-158': {
    needs: { ...needs, control: 'where offered' },
    async run(t) {
      const before = await keepConfig(t)
      const after = await update(t, before)
      expect(sorted(after), 'configuration after it was sent as it was read').toEqual(sorted(before))
      if (!t.hasControl) return
      for (const [what, body, gap] of [
        ['num_schedulers that is not an integer', { ...before, num_schedulers: 'two' }, 'AGT-G30'],
        ['enabled_schedulers that is not an array', { ...before, enabled_schedulers: 'service' }, 'AGT-G30'],
        ['server_id that is not a string', { ...before, server_id: 7 }, 'AGT-G30'],
        ['a body that is not JSON', 'num_schedulers\n\n=2', 'AGT-G30'],
        ['num_schedulers below zero', { ...before, num_schedulers: -1 }, 'AGT-G29'],
        ['a scheduler that there is not', { ...before, enabled_schedulers: ['_core', 'no-such-scheduler'] }, 'AGT-G29'],
      ] as const) {
        const reply = await t.attempt('updateSchedulerConfig', { body })
        assumeRefused(t, reply, { what, gap, as: 400 })
      }
      for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'garbage']) {
        const body = JSON.stringify(before)
        const reply = await t.attempt('updateSchedulerConfig', { body, headers: { 'content-type': type } })
        t.assume('AGT-G30', () => assertServed(t, reply, `an update with the media type ${type}`))
      }
    },
    sabotage: [
      ...(['num_schedulers', 'enabled_schedulers', 'server_id'] as const).map((field) =>
        on(
          'updateSchedulerConfig',
          // Refuses a body with this field.
          when,
          ({ body }) => String(body).includes(`"${field}"`),
          answersWith(400, 'invalid', { 'content-type': 'text/plain' }),
        ),
      ),
      on('updateSchedulerConfig', acceptsRefused()),
    ],
  },
  'AGT-159': {
    needs: { ...needs, control: 'where offered' },
    async run(t) {
      const before = await keepConfig(t)
      const wanted = changed(before)
      await update(t, wanted)
      for (const what of ['after an update', 'read again']) {
        expect(sorted(await read(t)), `configuration ${what}`).toEqual(sorted(wanted))
      }
      const { body } = await t.call('listSchedulers')
      t.assume('AGT-G09', () => expect(body.schedulers.length, 'workers after the update').toBe(wanted.num_schedulers))
      await update(t, before)
      expect(sorted(await read(t)), 'configuration after the next update').toEqual(sorted(before))
      if (!t.hasControl) return
      await assumeWorkers(t)
      await update(t, before)
      await assumeUpdates(t, before)
    },
    sabotage: [
      updates((body) => ({ ...body, num_schedulers: undefined })),
      updates((body) => ({ ...body, enabled_schedulers: undefined })),
      isLastingOnce(),
      lastsForOneRead(),
    ],
  },
  'AGT-160': {
    needs: { ...needs, control: true },
    async run(t) {
      const before = await keepConfig(t)
      await update(t, changed(before))
      expect(sorted(await read(t)), 'configuration after an update').not.toEqual(sorted(before))
      const { body: workers } = await t.call('listSchedulers')
      const { member } = (await t.call('getSelf')).body
      await assumeLogged(t, () => t.control.run('restart'), { text: `agent: starting: node=${member.Name}` })
      expect(sorted(await read(t)), 'configuration after a restart').toEqual(sorted(before))
      const started = (await t.call('listSchedulers')).body.schedulers.map(({ id }) => id)
      t.assume('AGT-G09', () => {
        for (const { id } of workers.schedulers) expect(started, 'workers after a restart').not.toContain(id)
        expect(started.length, 'how many workers there are after a restart').toBe(before.num_schedulers)
      })
      const file = { num_schedulers: 1, enabled_schedulers: ['system', '_core'] }
      await t.control.putRecord('configFile', 'schedulers', file)
      await t.control.run('restart')
      const fromFile = await read(t)
      t.assume('AGT-G09', () => expect(fromFile, 'configuration after a restart').toEqual({ ...before, ...file }))
    },
    sabotage: survives(),
  },
  'AGT-162': {
    needs: { ...needs, control: 'where offered' },
    async run(t) {
      const before = await keepConfig(t)
      if (t.hasControl) await expectUnapplied(t, before)
      const answered = await update(t, changed(before))
      expect(sorted(answered), 'answer of an update, beside what is then in force').toEqual(sorted(await read(t)))
      // Another server's id is hardly applicable; a refusal is not documented (gap AGT-G29).
      const foreign = await t.call('updateSchedulerConfig', { body: { ...before, server_id: 'another-server' } })
      if (foreign.status >= 400) return
      expect(sorted(foreign.body), 'answer of an update, beside what is then in force').toEqual(sorted(await read(t)))
    },
    sabotage: [
      echoes,
      on('updateSchedulerConfig', changesBody, () => ({ enabled_schedulers: [], num_schedulers: 0, server_id: '' })),
    ],
  },
}

/** Returns the old configuration again from the second read after the update on. */
function lastsForOneRead(): Sabotage {
  const seen: unknown[] = []
  return on('getSchedulerConfig', changesBody, (body: Config) => {
    seen.push(body)
    return seen.length > 2 ? seen[0] : body
  })
}

/** Keeps the last update across restarts. */
function survives(): Sabotage {
  let last: unknown
  return async (request, forward) => {
    if (request.operation === 'updateSchedulerConfig') last = JSON.parse(String(request.body))
    return on('getSchedulerConfig', changesBody, (body) => last ?? body)(request, forward)
  }
}
