import { answerOf, type ControlPlane } from './control-plane.ts'
import type { OperationName } from './operations.ts'
import type { Received } from './received.ts'
import type { Fault, MockSession, Records, Seed, SessionClock } from './session.ts'

/** The parts that the sessions of one mock share. */
export interface SessionParts<Name extends string> {
  control: ControlPlane
  send: (request: Request) => Promise<Response>
  seed: Seed<Name>
  /** The only interface of the mock that has this operation. */
  ownerOf(operation: string, name?: string): string
}

/** A session of the mock, made and seeded when it is opened. */
export async function openSession<Name extends string>(
  parts: SessionParts<Name>,
  name: string,
  received: Received,
): Promise<MockSession<Name>> {
  const { control, send, ownerOf } = parts
  const params = { path: { session: name } }
  const headers = { 'X-Mock-Session': name }
  const seed = async () =>
    void (await answerOf(control.POST('/sessions/{session}/seed', { params, body: seedOf(parts.seed) })))
  const ofInterface = (interfaceName: string) => ({ path: { session: name, interface: interfaceName } })
  const close = async () => {
    received.clear()
    const { response, error } = await control.DELETE('/sessions/{session}', { params })
    if (response.status !== 404) await answerOf(Promise.resolve({ response, error }))
  }

  await seed()
  return {
    name,
    headers,
    received,
    clock: openClock(control, name),
    async fetch(input, init) {
      const request = new Request(input, init)
      for (const [header, value] of Object.entries(headers)) request.headers.set(header, value)
      return send(request)
    },
    async fail(operation: OperationName<Name>, fault: Fault<Name>) {
      const body = { interface: ownerOf(operation, fault.interface), operation, ...faultOf(fault as Fault<string>) }
      await answerOf(control.POST('/sessions/{session}/faults', { params, body }))
    },
    heal: async () => void (await answerOf(control.DELETE('/sessions/{session}/faults', { params }))),
    async requests() {
      const journal = await answerOf(control.GET('/sessions/{session}/journal', { params }))
      // The document's other form of the answer, an event stream, is for followers alone.
      return typeof journal === 'string' ? [] : journal.requests
    },
    records: (interfaceName, kind) => openRecords(control, { session: name, interface: interfaceName, kind }),
    conditions: (interfaceName) =>
      answerOf(
        control.GET('/sessions/{session}/interfaces/{interface}/conditions', { params: ofInterface(interfaceName) }),
      ),
    setConditions: (interfaceName, body) =>
      answerOf(
        control.PATCH('/sessions/{session}/interfaces/{interface}/conditions', {
          params: ofInterface(interfaceName),
          body,
        }),
      ),
    run: (interfaceName, action, input = {}) =>
      answerOf(
        control.POST('/sessions/{session}/interfaces/{interface}/actions/{action}', {
          params: { path: { session: name, interface: interfaceName, action } },
          body: input,
        }),
      ),
    async reset() {
      await answerOf(control.POST('/sessions/{session}/reset', { params }))
      received.clear()
      await seed()
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

function seedOf(interfaces: Seed): { interfaces: Record<string, Record<string, never>> } {
  // The document leaves records open, and the generated types read that as "no fields".
  return { interfaces: interfaces as Record<string, Record<string, never>> }
}

function faultOf({ status, latency, drop, truncate, times, probability, seed }: Fault<string>) {
  const effect =
    status !== undefined
      ? { kind: 'status' as const, status }
      : latency !== undefined
        ? { kind: 'latency' as const, milliseconds: latency }
        : { kind: drop ? ('drop' as const) : ('truncate' as const) }
  if (effect.kind === 'truncate' && !truncate) throw new TypeError('a fault is a status, a latency, drop or truncate')
  return {
    ...effect,
    ...(times !== undefined && { times }),
    ...(seed !== undefined && { seed }),
    probability: probability ?? 1,
  }
}

function openClock(control: ControlPlane, session: string): SessionClock {
  const params = { path: { session } }
  const momentOf = async (answer: Promise<{ now: string }>) => new Date((await answer).now)
  return {
    now: () => momentOf(answerOf(control.GET('/sessions/{session}/clock', { params }))),
    advance: (seconds) =>
      momentOf(answerOf(control.POST('/sessions/{session}/clock/advance', { params, body: { seconds } }))),
    set: (moment) =>
      momentOf(
        answerOf(control.PUT('/sessions/{session}/clock', { params, body: { now: new Date(moment).toISOString() } })),
      ),
  }
}

function openRecords(control: ControlPlane, kind: { session: string; interface: string; kind: string }): Records {
  const all = '/sessions/{session}/interfaces/{interface}/records/{kind}'
  const one = '/sessions/{session}/interfaces/{interface}/records/{kind}/{key}'
  const keyed = (key: string) => ({ params: { path: { ...kind, key } } })
  /** A 404 means an unknown key or an unknown kind. Only a known kind can be listed. */
  const orMissing = async <T>(call: Promise<{ data?: T; error?: unknown; response: Response }>, missing: T) => {
    const { response } = await call
    if (response.status !== 404) return answerOf(call)
    await answerOf(control.GET(all, { params: { path: kind } }))
    return missing
  }
  return {
    list: async () => (await answerOf(control.GET(all, { params: { path: kind } }))).records,
    get: (key) => orMissing<unknown>(control.GET(one, keyed(key)), undefined),
    // As in seedOf, the generated type of an open record has no fields.
    put: async (key, record) => void (await answerOf(control.PUT(one, { ...keyed(key), body: record as never }))),
    delete: (key) => orMissing(deletion(control.DELETE(one, keyed(key))), false),
  }
}

async function deletion(call: Promise<{ error?: unknown; response: Response }>) {
  return { ...(await call), data: true }
}
