import type { operations } from '../../../../../generated/secrets/types.ts'
import type { Check } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { expectRefused } from '../../../../check/expect-refusal.ts'
import {
  acceptsRefused,
  answersWith,
  on,
  type SabotagedRequest,
  turnsStatus,
  when,
} from '../../../../check/sabotage.ts'
import { type Checks, type Context, during, everything, type Operation } from '../context.ts'
import { prepareEveryRequest, type Requests, writes } from '../every-operation.ts'
import { expectSuccess } from '../expectations.ts'

interface JsonLimit {
  /** The option, and the resource with its value. */
  name: string
  /** A member of a body within the limit, and one beyond it by every way of counting. */
  within(limit: number): unknown
  beyond(limit: number): unknown
  /** Within or beyond the limit by this contract's way of counting. */
  assumed?: { within?: ((limit: number) => unknown)[]; beyond?: ((limit: number) => unknown)[] }
}

/** A value with its text, which takes long to write. */
interface Member {
  value: unknown
  text: string
}

const member = (value: unknown): Member => ({ value, text: JSON.stringify(value) })

function bodyWith(operation: Operation, { value, text }: Member): unknown {
  // A login adds its password to an object.
  if (/^login/.test(operation)) return { value }
  if (/^writeVersion/.test(operation)) return `{"data":{"value":${text}}}`
  return /^(delete|undelete|destroy)/.test(operation) ? `{"versions":[1],"value":${text}}` : `{"value":${text}}`
}

/** Each write by one of its two verbs, because these bodies are long. */
const oneOfEachTwo = writes.map(({ post, put }, index) => (index % 2 === 0 ? post : put))

/** A limit that the other requests of these checks do not reach. */
const small = 40

/**
 * Expects the writes of every address to accept a body within the limit, and to refuse one beyond it. If the limit can be set, most writes
 * are checked with a small one.
 */
function limits(limit: JsonLimit): Check<operations> {
  const { name } = limit
  return {
    needs: { ...everything, resources: [...everything.resources, name], control: 'where offered' },
    async run(t) {
      const requests = await prepareEveryRequest(t)
      const own = Number(t.resource(name))
      if (!t.hasControl) return expectLimit(t, limit, { requests, value: own, refusing: oneOfEachTwo })
      await expectLimit(t, { ...limit, assumed: {} }, { requests, value: own, refusing: ['writeSecret'] })
      await during(t, { [name]: small }, { [name]: own }, () =>
        expectLimit(t, limit, { requests, value: small, refusing: oneOfEachTwo }),
      )
    },
    sabotage: [
      on('writeSecret', acceptsRefused()),
      on('loginByPut', acceptsRefused()),
      on('writeSecret', when(holdsMember, answersWith(400, { errors: ['too much'] }))),
      on('writeVersionByPut', when(holdsMember, answersWith(400, { errors: ['too much'] }))),
      turnsStatus(400, 422),
    ],
  }
}

async function expectLimit(
  t: Context,
  { name, within, beyond, assumed = {} }: JsonLimit,
  { requests, value, refusing }: { requests: Requests; value: number; refusing: readonly Operation[] },
): Promise<void> {
  const send = (operation: Operation, sent: Member) =>
    t.attempt(operation, { ...requests[operation], body: bodyWith(operation, sent) })
  const accepted = member(within(value))
  for (const operation of ['writeSecret', 'writeVersionByPut'] as const) {
    expectSuccess(await send(operation, accepted), `${operation} of a body within a ${name} of ${value}`)
  }
  const tooMuch = member(beyond(value))
  for (const operation of refusing) {
    const what = `${operation} of a body beyond a ${name} of ${value}`
    const reply = await send(operation, tooMuch)
    expectRefused(reply, what)
    t.assume('SEC-G22', () => expect(reply.status, `status of ${what}`).toBe(400))
  }
  for (const isWithin of assumed.within ?? []) {
    const reply = await send('writeSecret', member(isWithin(value)))
    t.assume('SEC-G22', () => expectSuccess(reply, `a write within a ${name} of ${value}, as this contract counts`))
  }
  for (const isBeyond of assumed.beyond ?? []) {
    const reply = await send('writeSecret', member(isBeyond(value)))
    t.assume('SEC-G22', () => expectRefused(reply, `a write beyond a ${name} of ${value}, as this contract counts`))
  }
}

/** True for a write of these checks, but not for one that prepares them. */
function holdsMember({ body }: SabotagedRequest): boolean {
  return (body?.length ?? 0) > 500
}

function nest(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = [value]
  return value
}

function nestInObjects(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = { value }
  return value
}

const entries = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key-${index}`, index]))
const elements = (count: number) => Array.from({ length: count }, (_, index) => (index === 0 ? null : index))

export const jsonLimits: Checks = {
  'SEC-114': limits({
    name: 'max_json_depth',
    // In `data`, the member is two levels deeper.
    within: (limit) => nest(limit - 2),
    beyond: (limit) => nest(limit + 1),
    assumed: { within: [(limit) => nest(limit - 1)], beyond: [nest, nestInObjects] },
  }),
  'SEC-115': limits({
    name: 'max_json_string_value_length',
    within: (limit) => 'a'.repeat(limit),
    beyond: (limit) => 'a'.repeat(limit + 1),
    // Characters of two and four bytes, and of one and two code units.
    assumed: { within: [(limit) => 'é'.repeat(limit), (limit) => '\u{1f511}'.repeat(limit)] },
  }),
  'SEC-116': limits({
    name: 'max_json_object_entry_count',
    within: entries,
    beyond: (limit) => entries(limit + 1),
  }),
  'SEC-117': limits({
    name: 'max_json_array_element_count',
    within: elements,
    beyond: (limit) => elements(limit + 1),
  }),
}
