import { randomUUID } from 'node:crypto'
import type { components, operations } from '../../../../generated/mock-control/types.ts'
import type { CheckContext } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'

export type Context = CheckContext<operations>
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
