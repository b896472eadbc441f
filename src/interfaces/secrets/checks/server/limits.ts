import type { operations } from '../../../../../generated/secrets/types.ts'
import type { Check } from '../../../../check/check.ts'
import { expect } from '../../../../check/expect.ts'
import { expectRefused } from '../../../../check/expect-status.ts'
import {
  acceptsRefused,
  answersWith,
  on,
  type SabotagedRequest,
  turnsStatus,
  when,
} from '../../../../check/sabotage.ts'
import {
  type Checks,
  type Context,
  during,
  everything,
  everythingWithControl,
  type Operation,
  version1,
} from '../context.ts'
import { among, everyWrite, prepareEveryRequest, type Requests, writes } from '../every-operation.ts'
import { expectSuccess } from '../expectations.ts'
import { scratchDirectory } from '../scratch.ts'

const megabyte = { min: 1_000_000, max: 1_048_576 }

/** An object with blanks up to this number of bytes, so that no limit on JSON or on stored data applies. */
function objectOf(bytes: number): Buffer {
  const body = Buffer.alloc(bytes, ' ')
  body.write('{"value":"contract-checks"}')
  return body
}

const isLarge = ({ body }: SabotagedRequest, bytes = 31 * megabyte.min) => (body?.length ?? 0) > bytes

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
function jsonLimit(limit: JsonLimit): Check<operations> {
  const { name } = limit
  return {
    needs: { ...everything, resources: [...everything.resources, name], control: 'where offered' },
    async run(t) {
      const requests = await prepareEveryRequest(t)
      const own = Number(t.resource(name))
      if (!t.hasControl) return expectLimit(t, limit, { requests, value: own, refusing: oneOfEachTwo })
      await expectLimit(t, { ...limit, assumed: {} }, { requests, value: own, refusing: ['writeSecret'] })
      await during(t, { [name]: small }, () =>
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

function nest(depth: number, around = (value: unknown): unknown => [value]): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = around(value)
  return value
}

const entries = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key-${index}`, index]))
const elements = (count: number) => Array.from({ length: count }, (_, index) => (index === 0 ? null : index))

export const limits: Checks = {
  'SEC-111': {
    needs: { ...version1, resources: [...version1.resources, 'usual request size'] },
    async run(t) {
      const path = { mount: t.resource('version 1 mount'), path: scratchDirectory() }
      const body = objectOf(32 * megabyte.max + 1)
      // Small enough for every definition of a megabyte, with or without headers.
      const little = body.subarray(0, 32 * megabyte.min - 65_536)
      const accepted = await t.attempt('writeSecret', { path, body: little })
      expectSuccess(accepted, 'a write of little less than 32 MB')
      const before = await t.call('readSecret', { path })
      // A server may close the connection before its answer can be read.
      const refused = await t.attempt('writeSecret', { path, body }).catch(() => undefined)
      if (refused) expectRefused(refused, 'a write of 33,554,433 bytes')
      t.assume('SEC-G21', () => expect(refused?.status, 'status of a write of 33,554,433 bytes').toBe(413))
      const after = await t.call('readSecret', { path })
      expect(after.status, 'status of a read after the write that was refused').toBe(before.status)
    },
    sabotage: [
      on('writeSecret', when, (request) => isLarge(request) && !isLarge(request, 32 * megabyte.min), answersWith(413)),
      on('writeSecret', when, (request) => isLarge(request), acceptsRefused()),
    ],
  },
  'SEC-113': {
    needs: everythingWithControl,
    async run(t) {
      const requests = await prepareEveryRequest(t)
      const size = 500
      await during(t, { max_request_size: size }, async () => {
        for (const operation of among(t, everyWrite)) {
          const body = Buffer.alloc(size + 1, ' ')
          body.write(JSON.stringify(requests[operation].body))
          const reply = await t.attempt(operation, { ...requests[operation], body })
          const what = `${operation} of ${size + 1} bytes, at a maximum of ${size}`
          expectRefused(reply, what)
          t.assume('SEC-G21', () => expect(reply.status, `status of ${what}`).toBe(413))
          if (/^login/.test(operation)) continue
          const within = await t.attempt(operation, { ...requests[operation], body: body.subarray(0, size) })
          expectSuccess(within, `${operation} of ${size} bytes, at a maximum of ${size}`)
        }
        const ignored = { ...requests.deleteSecret, body: Buffer.alloc(size + 1, ' ') }
        const deletion = await t.attempt('deleteSecret', ignored)
        const withHeader = { ...requests.readSecret, headers: { 'x-odd': 'x'.repeat(size) } }
        const reading = await t.attempt('readSecret', withHeader)
        t.assume('SEC-G21', () => {
          expectSuccess(deletion, `a deletion with a body of ${size + 1} bytes, which it does not take`)
          expectSuccess(reading, `a read with a header of ${size} bytes, at a maximum of ${size}`)
        })
      })
      const larger = 32 * megabyte.max + 1
      await during(t, { max_request_size: larger }, async () => {
        const reply = await t.attempt('writeSecret', { ...requests.writeSecret, body: objectOf(larger) })
        expectSuccess(reply, `writeSecret of ${larger} bytes, at a maximum of as many`)
      })
    },
    sabotage: [
      ...['writeSecret', 'writeVersionByPut', 'login', 'undeleteVersions'].map((operation) =>
        on(operation, acceptsRefused()),
      ),
      on('writeSecret', when, ({ body }) => body?.length === 500, answersWith(413)),
      turnsStatus(413, 400),
    ],
  },
  'SEC-114': jsonLimit({
    name: 'max_json_depth',
    // In `data`, the member is two levels deeper.
    within: (limit) => nest(limit - 2),
    beyond: (limit) => nest(limit + 1),
    assumed: {
      within: [(limit) => nest(limit - 1)],
      beyond: [(limit) => nest(limit), (limit) => nest(limit, (value) => ({ value }))],
    },
  }),
  'SEC-115': jsonLimit({
    name: 'max_json_string_value_length',
    within: (limit) => 'a'.repeat(limit),
    beyond: (limit) => 'a'.repeat(limit + 1),
    // Characters of two and four bytes, and of one and two code units.
    assumed: { within: [(limit) => 'é'.repeat(limit), (limit) => '\u{1f511}'.repeat(limit)] },
  }),
  'SEC-116': jsonLimit({
    name: 'max_json_object_entry_count',
    within: entries,
    beyond: (limit) => entries(limit + 1),
  }),
  'SEC-117': jsonLimit({
    name: 'max_json_array_element_count',
    within: elements,
    beyond: (limit) => elements(limit + 1),
  }),
}
