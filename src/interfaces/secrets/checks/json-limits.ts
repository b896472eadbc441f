import { expect } from 'vitest'
import type { operations } from '../../../../generated/secrets/types.ts'
import type { Check } from '../../check.ts'
import { acceptsRefused, answersWith, on, type SabotagedRequest, turnsStatus, when } from '../../sabotage.ts'
import { type Checks, everything, type Operation } from './context.ts'
import { prepareEveryRequest, writes } from './every-operation.ts'
import { expectErrorBody, expectRefused, expectSuccess } from './expectations.ts'

interface JsonLimit {
  /** The option, and the resource that tells its value. */
  name: string
  /** A member of a body that is just within the limit, and one that is beyond it however one counts. */
  within(limit: number): unknown
  beyond(limit: number): unknown
  /** Within, or beyond, as this contract counts. */
  assumed?: { within?(limit: number): unknown; beyond?(limit: number): unknown }
}

function bodyWith(operation: Operation, value: unknown): object {
  if (/^writeVersion/.test(operation)) return { data: { value } }
  return /^(delete|undelete|destroy)/.test(operation) ? { versions: [1], value } : { value }
}

/** Each write by one of its two verbs: these bodies are long. */
const oneOfEachTwo = writes.map(({ post, put }, index) => (index % 2 === 0 ? post : put))

/** With the limit set, what is within it is accepted, and what is beyond refused, by the writes of every address. */
function limits({ name, within, beyond, assumed = {} }: JsonLimit): Check<operations> {
  return {
    needs: { ...everything, resources: [...everything.resources, name] },
    async run(t) {
      const limit = Number(t.resource(name))
      const requests = await prepareEveryRequest(t)
      const send = (operation: Operation, value: unknown) =>
        t.attempt(operation, { ...requests[operation], body: bodyWith(operation, value) })
      for (const operation of ['writeSecret', 'writeVersionByPut'] as const) {
        expectSuccess(await send(operation, within(limit)), `${operation} of a body within a ${name} of ${limit}`)
      }
      for (const operation of oneOfEachTwo) {
        const what = `${operation} of a body beyond a ${name} of ${limit}`
        const reply = await send(operation, beyond(limit))
        expectRefused(reply, what)
        expectErrorBody(reply, what)
        t.assume('SEC-G22', () => expect(reply.status, `status of ${what}`).toBe(400))
      }
      const { within: isWithin, beyond: isBeyond } = assumed
      if (isWithin) {
        const reply = await send('writeSecret', isWithin(limit))
        t.assume('SEC-G22', () => expectSuccess(reply, `a write within a ${name} of ${limit}, as this contract counts`))
      }
      if (isBeyond) {
        const reply = await send('writeSecret', isBeyond(limit))
        t.assume('SEC-G22', () => expectRefused(reply, `a write beyond a ${name} of ${limit}, as this contract counts`))
      }
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

/** A write of these checks, other than those that make what they are about. */
function holdsMember({ body }: SabotagedRequest): boolean {
  return (body?.length ?? 0) > 500
}

function nest(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = [value]
  return value
}

const entries = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key-${index}`, index]))
const elements = (count: number) => Array.from({ length: count }, (_, index) => index)

export const jsonLimits: Checks = {
  'SEC-114': limits({
    name: 'max_json_depth',
    // In `data`, the member stands two levels down.
    within: (limit) => nest(limit - 2),
    beyond: (limit) => nest(limit + 1),
    assumed: { within: (limit) => nest(limit - 1), beyond: (limit) => nest(limit) },
  }),
  'SEC-115': limits({
    name: 'max_json_string_value_length',
    within: (limit) => 'a'.repeat(limit),
    beyond: (limit) => 'a'.repeat(limit + 1),
    assumed: { within: (limit) => 'é'.repeat(limit) },
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
