import { randomUUID } from 'node:crypto'
import type { components, operations } from '../../../../generated/mock-control/types.ts'
import type { Check, CheckContext, Needs, Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'

export type Context = CheckContext<operations>
export type Checks = Record<string, Check<operations>>
type Schemas = components['schemas']

/** Every check works in sessions of its own, and deletes them. */
export const changes = { changes: 'reversible' } as const

/** @param base the control plane of another mock */
export function ownSession(t: Context, { base }: { base?: string } = {}): string {
  const session = `check-${randomUUID()}`
  deleteAfterwards(t, session, base)
  return session
}

export function deleteAfterwards(t: Context, session: string, base?: string): void {
  t.afterwards(() => t.attempt('deleteSession', { path: { session }, ...(base === undefined ? {} : { base }) }))
}

/** What a check of the control plane works with. */
interface OwnSession {
  t: Context
  /** Name of a session that nobody else uses; it is deleted when the check is over. */
  readonly session: string
  /** Calls an operation about this session. */
  control: Context['attempt']
}

interface SessionCheck extends Pick<Check<operations>, 'sabotage'> {
  /** Beside `changes`. */
  needs?: Needs
  run(own: OwnSession): Promise<void>
}

/** Checks that work in sessions of their own. */
export function inSessions(checks: Record<string, SessionCheck>): Checks {
  return Object.fromEntries(
    Object.entries(checks).map(([rule, { needs, run, sabotage }]) => [
      rule,
      { needs: { ...changes, ...needs }, run: (t) => run(ownSessionOf(t)), sabotage },
    ]),
  )
}

function ownSessionOf(t: Context): OwnSession {
  let made: string | undefined
  const own: OwnSession = {
    t,
    get session() {
      made ??= ownSession(t)
      return made
    },
    control: (operation, { path, ...input } = {}) =>
      t.attempt(operation, { ...input, path: { session: own.session, ...path } }),
  }
  return own
}

/** The body of an answer, which has this status. */
export async function expectStatus<Body>(coming: Promise<Reply<Body>>, expected: number, what: string): Promise<Body> {
  const { status, body } = await coming
  expect(status, what).toBe(expected)
  return body
}

/** What an interface is called by, as the control plane tells it. */
export async function servedInterface(t: Context, name: string, base?: string): Promise<Schemas['ServedInterface']> {
  const { body } = await t.attempt('listInterfaces', base === undefined ? {} : { base })
  const found = body.interfaces.find((one) => one.name === name)
  return found ?? t.inconclusive(`needs a mock that serves ${name}`)
}

export type JournalEntry = Schemas['JournalEntry']

/** The requests in the journal of a session, oldest first. */
export async function journalOf(
  t: Context,
  session: string,
  query: Readonly<Record<string, unknown>> = {},
): Promise<JournalEntry[]> {
  const { status, body } = await t.attempt('getJournal', { path: { session }, query })
  expect(status, 'status of the journal').toBe(200)
  return (body as Schemas['Journal']).requests
}

/** Milliseconds since 1970 by the clock of a session. */
export async function timeOf(t: Context, session: string): Promise<number> {
  const { body } = await t.attempt('getClock', { path: { session } })
  return Date.parse(body.now)
}

/** Asks again until it is so; false when it does not become so. */
export async function becomes(isSo: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 500; tries++) if (await isSo()) return true
  return false
}

/** The text that says what is wrong with a request. */
export function detailOf({ body }: { body: unknown }): string {
  return String((body as Partial<Schemas['Problem']> | undefined)?.detail)
}
