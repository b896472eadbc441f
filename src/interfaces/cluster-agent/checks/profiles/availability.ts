import { expect } from '../../../../check/expect.ts'
import { expectRefused } from '../../../../check/expect-status.ts'
import {
  acceptsRefused,
  answersWith,
  changesQuery,
  ignoresQuery,
  on,
  type Sabotage,
  type SabotagedRequest,
  seesHeaders,
  turnsStatus,
  when,
} from '../../../../check/sabotage.ts'
import {
  type AgentCheck,
  assertRefused,
  assertServed,
  assumeRefused,
  type Checks,
  type Context,
  tokens,
} from '../context.ts'
import { assureProfiles } from '../endpoints.ts'
import { askProfile, every } from './profiles.ts'

/** Milliseconds after which a short recording is too long, even on a busy machine. */
const tooLong = 20_000

const recordings = ['getPprofProfile', 'getPprofTrace'] as const

/** Milliseconds by the target's clock until an answer. */
async function timeOf(
  t: Context,
  operation: (typeof recordings)[number] | 'getPprofNamed',
  seconds: number | undefined,
): Promise<number> {
  const begun = await t.now()
  const reply = await askProfile(t, operation, { query: { seconds } })
  const ended = await t.now()
  assertServed(t, reply, `${operation} with seconds=${seconds}`)
  return ended - begun
}

const takes = (operation: string, requested: string | null, seconds: string) =>
  on(operation, changesQuery, (query) => query.get('seconds') === requested && query.set('seconds', seconds))

function assertLasts(milliseconds: number, min: number, what: string): void {
  expect(milliseconds, `milliseconds of ${what}`).toBeGreaterThanOrEqual(min)
  expect(milliseconds, `milliseconds of ${what}`).toBeLessThan(tooLong)
}

export const recordingTimes: Checks = {
  'AGT-138': {
    needs: { control: 'where offered' },
    async run(t) {
      await assureProfiles(t)
      for (const operation of recordings) {
        // The longer one is longer than a recording without seconds.
        for (const seconds of [1, 4]) {
          assertLasts(await timeOf(t, operation, seconds), seconds * 1000, `${operation} with seconds=${seconds}`)
        }
        if (!t.hasControl) continue
        // An agent without this limit would go on recording long after the run.
        for (const seconds of ['some', '3601', '1e300', '99999999999999999999']) {
          const reply = await askProfile(t, operation, { query: { seconds } })
          const gap = seconds === 'some' ? 'AGT-G30' : 'AGT-G26'
          assumeRefused(t, reply, { what: `${operation} with seconds=${seconds}`, gap, as: 400 })
        }
        const hour = await timeOf(t, 'getPprofNamed', 3600)
        t.assume('AGT-G26', () => expect(hour, 'milliseconds of a snapshot with seconds=3600').toBeLessThan(tooLong))
      }
    },
    sabotage: recordings.flatMap((operation) => [
      takes(operation, '1', '30'),
      takes(operation, '4', '1'),
      takes(operation, 'some', '1'),
    ]),
  },
  'AGT-139': {
    needs: { control: 'where offered' },
    async run(t) {
      await assureProfiles(t)
      for (const operation of recordings) {
        assertLasts(await timeOf(t, operation, undefined), 3000, `${operation} without seconds`)
        for (const seconds of t.hasControl ? [0, -5] : []) {
          const none = await timeOf(t, operation, seconds)
          t.assume('AGT-G26', () => assertLasts(none, 3000, `${operation} with seconds=${seconds}`))
        }
      }
    },
    sabotage: recordings.flatMap((operation) => [
      takes(operation, null, '1'),
      takes(operation, null, '30'),
      takes(operation, '0', '1'),
    ]),
  },
}

interface AvailabilityRow {
  enableDebug: 'unset' | boolean
  aclsEnabled: boolean
}

const managed = { 'x-cluster-token': tokens.management }
const isAnonymous = ({ headers }: SabotagedRequest) => headers['x-cluster-token'] === undefined
const isUnavailable = answersWith(404, 'Profiles are not available', { 'content-type': 'text/plain' })

/** A row of the table of availability, for all four operations. */
function row(conditions: AvailabilityRow, isAvailable: boolean): AgentCheck {
  const what = `with enable_debug ${conditions.enableDebug} and ACLs ${conditions.aclsEnabled ? 'on' : 'off'}`
  return {
    needs: { control: true },
    async run(t) {
      await t.control.setConditions(conditions)
      const { config } = (await t.call('getSelf')).body
      t.assume('AGT-G02', () =>
        expect(config.EnableDebug, `EnableDebug of the self report ${what}`).toBe(conditions.enableDebug === true),
      )
      for (const operation of every) {
        const reply = await askProfile(t, operation)
        if (isAvailable) assertServed(t, reply, `${operation} ${what}`)
        else assertRefused(t, reply, { what: `${operation} ${what}`, gap: 'AGT-G28', as: 404 })
        if (!conditions.aclsEnabled) continue
        // The permission is checked for available profiles (gap AGT-G27).
        const anonymous = await askProfile(t, operation, { as: null })
        expectRefused(anonymous, `${operation} ${what}, without a token`)
      }
    },
    sabotage: every.flatMap((operation) => [
      on(operation, isAvailable ? isUnavailable : acceptsRefused()),
      ...(conditions.aclsEnabled ? [on(operation, when(isAnonymous, seesHeaders(managed)))] : []),
    ]),
  }
}

/** `n/a` in the column of ACLs is read as off (gap AGT-G27). */
export const availability: Checks = {
  'AGT-145': row({ enableDebug: 'unset', aclsEnabled: false }, false),
  'AGT-146': row({ enableDebug: true, aclsEnabled: false }, true),
  'AGT-147': row({ enableDebug: false, aclsEnabled: false }, false),
  'AGT-148': row({ enableDebug: 'unset', aclsEnabled: false }, false),
  'AGT-149': row({ enableDebug: 'unset', aclsEnabled: true }, true),
  'AGT-150': row({ enableDebug: true, aclsEnabled: false }, true),
  'AGT-151': row({ enableDebug: false, aclsEnabled: true }, true),
}

type Parameter = 'node_id' | 'server_id'
interface NamedTarget {
  node_id?: string
  server_id?: string
}

const named = (name: string, sabotage: Sabotage) => when(({ query }) => query.includes(`=${name}`), sabotage)

async function commandLine(t: Context, query: NamedTarget = {}): Promise<string> {
  const reply = await askProfile(t, 'getPprofCmdline', { query: { ...query } })
  assertServed(t, reply, `the command line with ${JSON.stringify(query)}`)
  return reply.text
}

const withoutRegion = (name: string, { region }: Record<string, string>) => name.replace(`.${region}`, '')

/** All four operations accept this name of an agent; the command line shows whose profile it is. */
async function assertTargets(t: Context, parameter: Parameter, name: string): Promise<void> {
  await assureProfiles(t)
  const own = await commandLine(t)
  const other = await commandLine(t, { [parameter]: name })
  expect(other, `the command line of ${name}, beside the agent's own`).not.toBe(own)
  for (const operation of every) {
    const reply = await askProfile(t, operation, { query: { [parameter]: name } })
    assertServed(t, reply, `${operation} with ${parameter}=${name}`)
    const { status } = await askProfile(t, operation, { query: { [parameter]: 'nobody' } })
    t.assume('AGT-G21', () => expect(status, `status of ${operation} with ${parameter}=nobody`).toBe(404))
  }
}

const ignores = (parameter: Parameter) => every.map((operation) => on(operation, ignoresQuery(parameter)))
const refuses = (name: string) => every.map((operation) => on(operation, named(name, turnsStatus(200, 404))))

export const profileTargets: Checks = {
  'AGT-135': {
    needs: { resources: ['another server', 'client node'] },
    async run(t) {
      await assertTargets(t, 'node_id', t.resource('client node'))
      await assertTargets(t, 'server_id', t.resource('another server'))
    },
    sabotage: [...ignores('node_id'), ...ignores('server_id')],
  },
  'AGT-136': {
    needs: { resources: ['client node'] },
    run: (t) => assertTargets(t, 'node_id', t.resource('client node')),
    sabotage: [...ignores('node_id'), ...refuses('7f3c')],
  },
  'AGT-137': {
    needs: { resources: ['another server', 'server mode'] },
    async run(t) {
      await assertTargets(t, 'server_id', t.resource('another server'))
      const { body } = await t.call('listMembers')
      const servers = body.Members.filter(({ Status }) => Status === 'alive')
      const lines: string[] = []
      for (const { Name, Tags } of servers) {
        const line = await commandLine(t, { server_id: Name })
        const short = await askProfile(t, 'getPprofCmdline', { query: { server_id: withoutRegion(Name, Tags) } })
        t.assume('AGT-G21', () => expect(short.text, `command line of ${Name}, named without its region`).toBe(line))
        lines.push(line)
      }
      const ofLeader = await commandLine(t, { server_id: 'leader' })
      expect(lines, 'command lines of the servers, one of which leads').toContain(ofLeader)
      for (const operation of every) {
        const reply = await askProfile(t, operation, { query: { server_id: 'leader' } })
        assertServed(t, reply, `${operation} with server_id=leader`)
      }
    },
    sabotage: [
      ...ignores('server_id'),
      ...refuses('server2'),
      ...refuses('leader'),
      on('getPprofCmdline', when, ({ query }) => /server2(&|$)/.test(query), ignoresQuery('server_id')),
      on(every, changesQuery, (query) => {
        if (query.get('server_id') !== 'leader') return
        query.delete('server_id')
        query.set('node_id', '7f3c1e52-0b7d-4c52-9a0e-2f6d1c8b9a41')
      }),
    ],
  },
}
