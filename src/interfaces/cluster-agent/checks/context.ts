import type { components, operations } from '../../../../generated/cluster-agent/types.ts'
import type { Check, CheckContext, Reply } from '../../../check/check.ts'
import { expect } from '../../../check/expect.ts'
import { expectRefused } from '../../../check/expect-status.ts'
import { credentials } from '../seed.ts'

export const tokens = {
  management: tokenOf('full'),
  'node-read': tokenOf('node-read'),
  'agent-read': tokenOf('read-only'),
  'agent-write': tokenOf('agent-write'),
  'no-rights': tokenOf('none'),
} as const

export type Role = keyof typeof tokens

function tokenOf(seeded: string): string {
  return credentials.find(({ role }) => role === seeded)?.headers['x-cluster-token'] ?? ''
}

export type Context = CheckContext<operations>

export type AgentCheck = Check<operations>

/** Checks by the rules that they check. */
export type Checks = Record<string, AgentCheck>

/** An answer, or the beginning of a stream. */
export type Head = Pick<Reply, 'status' | 'headers' | 'text' | 'body'>

export type Member = components['schemas']['Member']

/** The gossip address of a member, in the form that a join takes; an IPv6 address is in brackets. */
export function addressOf({ Addr, Port }: Pick<Member, 'Addr' | 'Port'>): string {
  return Addr.includes(':') ? `[${Addr}]:${Port}` : `${Addr}:${Port}`
}

/** Expects success; the exact status 200 is assumed (gap AGT-G12). */
export function assertServed(t: Context, { status, text }: Pick<Head, 'status' | 'text'>, what: string): void {
  const about = isSuccess(status) ? '' : `, which says ${JSON.stringify(text.slice(0, 100))}`
  expect(status, `status of ${what}${about}`).toBeGreaterThanOrEqual(200)
  expect(status, `status of ${what}${about}`).toBeLessThan(300)
  t.assume('AGT-G12', () => expect(status, `status of ${what}`).toBe(200))
}

/** Expects a refusal, and assumes its status and text. */
export function assertRefused(t: Context, reply: RefusedReply, refusal: ExpectedRefusal): void {
  expectRefused(reply, refusal.what)
  assumeRefused(t, reply, refusal)
}

/** Assumes a refusal: no document says that the request is refused. */
export function assumeRefused(
  t: Context,
  { status, headers, text = '' }: RefusedReply,
  refusal: ExpectedRefusal,
): void {
  const { what, gap, as, words } = refusal
  t.assume(gap, () => expect(status, `status of ${what}`).toBe(as))
  if (text !== '') {
    t.assume('AGT-G37', () => {
      expect(headers?.['content-type'], `media type of the refusal of ${what}`).toMatch(/^text\/plain\b/i)
      expect(text, `text of the refusal of ${what}`).toMatch(/^\S(?:.*\S)?$/)
    })
  }
  if (words) t.assume(gap, () => expect(text, `text of the refusal of ${what}`).toMatch(words))
}

/** The refusal of a request that names no address. */
export const nowhere = { gap: 'AGT-G30', as: 400, words: /^missing address$/ }

const malformed = [
  'no address',
  '192.0.2.12',
  '192.0.2.12:seven',
  '192.0.2.999:4647',
  '192.0.2.12:70000',
  '[1::2::3]:4647',
]

/** Sends addresses that are not `ip:port`, and assumes that each is refused. */
export async function assumeMalformedRefused(t: Context, operation: 'joinCluster' | 'replaceServers', what: string) {
  for (const wrong of malformed) {
    const reply = await t.attempt(operation, { query: { address: [wrong] } })
    const words = /^invalid address.*: not of the form ip:port$/
    assumeRefused(t, reply, { what: `${what} of ${wrong}`, gap: 'AGT-G17', as: 400, words })
  }
}

type RefusedReply = Pick<Head, 'status'> & Partial<Pick<Head, 'headers' | 'text'>>

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300
}

interface ExpectedRefusal {
  what: string
  gap: string
  as: number
  /** Its text, if the examples of the document show one. */
  words?: RegExp
}
