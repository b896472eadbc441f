import * as control from '../../generated/mock-control/client.ts'
import type { OperationName } from './operations.ts'
import type { Received } from './received.ts'
import {
  ControlRefusedError,
  type Fault,
  type MockSession,
  type Records,
  type Seed,
  type SessionClock,
} from './session.ts'

/** The parts that the sessions of one mock share. */
export interface SessionParts<Name extends string> {
  plane: control.MockControlClient
  send: (request: Request) => Promise<Response>
  seed: Seed<Name>
  /** The only interface of the mock that has this operation. */
  ownerOf(operation: string, name?: string): string
}

/** A client of the control plane. It waits as long as it takes, since tests replace timers. */
export function openControlPlane(
  origin: string,
  send: (request: Request) => Promise<Response>,
): control.MockControlClient {
  const clock = { now: () => 0, wait: () => new Promise<never>(() => {}) }
  return control.createMockControlClient({ baseUrl: `${origin}/_control`, fetch: send, retries: 0, clock })
}

/** A session of the mock, made and seeded when it is opened. */
export async function openSession<Name extends string>(
  { plane, send, seed, ownerOf }: SessionParts<Name>,
  session: string,
  received: Received,
): Promise<MockSession<Name>> {
  const headers = { 'X-Mock-Session': session }
  const body = { interfaces: seed as control.Schemas['Seed']['interfaces'] }
  const putSeed = () => answerOf(control.seedSession(plane, { session, body }))
  const close = async () => {
    received.clear()
    await answerOf(control.deleteSession(plane, { session }), [404])
  }

  await putSeed()
  return {
    name: session,
    headers,
    received,
    clock: openClock(plane, session),
    async fetch(input, init) {
      const request = new Request(input, init)
      for (const [header, value] of Object.entries(headers)) request.headers.set(header, value)
      return send(request)
    },
    async fail(operation: OperationName<Name>, fault: Fault<Name>) {
      const owner = ownerOf(operation, fault.interface)
      const effect = { interface: owner, operation, ...faultOf(fault as Fault<string>) }
      await answerOf(control.createFault(plane, { session, body: effect }))
    },
    heal: () => answerOf(control.deleteFaults(plane, { session })),
    requests: async () => (await answerOf(control.getJournal(plane, { session }))).requests,
    records: (name, kind) => openRecords(plane, { session, interface: name, kind }),
    conditions: (name) => answerOf(control.getConditions(plane, { session, interface: name })),
    setConditions: (name, values) =>
      answerOf(control.changeConditions(plane, { session, interface: name, body: values })),
    run: (name, action, input = {}) =>
      answerOf(control.runAction(plane, { session, interface: name, action, body: input })),
    async reset() {
      await answerOf(control.resetSession(plane, { session }))
      received.clear()
      await putSeed()
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/**
 * The data of an answer; undefined for one of these refusals.
 *
 * @throws {ControlRefusedError} when the control plane refused the call
 */
async function answerOf<Data>(
  call: Promise<{ data?: Data; error?: control.HttpError }>,
  accepted: readonly number[] = [],
): Promise<Data> {
  const { data, error } = await call
  if (error && !accepted.includes(error.status))
    throw new ControlRefusedError(error.status, String(Object(error.body).detail ?? error.body))
  return data as Data
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

function openClock(plane: control.MockControlClient, session: string): SessionClock {
  const momentOf = async (call: Parameters<typeof answerOf<{ now: string }>>[0]) => new Date((await answerOf(call)).now)
  return {
    now: () => momentOf(control.getClock(plane, { session })),
    advance: (seconds) => momentOf(control.advanceClock(plane, { session, body: { seconds } })),
    set: (moment) => momentOf(control.setClock(plane, { session, body: { now: new Date(moment).toISOString() } })),
  }
}

function openRecords(
  plane: control.MockControlClient,
  kind: { session: string; interface: string; kind: string },
): Records {
  const list = async () => (await answerOf(control.listRecords(plane, kind))).records
  /** A 404 means an unknown key or an unknown kind. Only a known kind can be listed. */
  const orMissing = async <T>(call: Promise<{ data?: T; error?: control.HttpError }>) => {
    const { error } = await call
    const answer = await answerOf(call, [404])
    if (error) await list()
    return { answer, isMissing: error !== undefined }
  }
  return {
    list,
    get: async (key) => (await orMissing<unknown>(control.getRecord(plane, { ...kind, key }))).answer,
    put: async (key, body) => void (await answerOf(control.putRecord(plane, { ...kind, key, body }))),
    delete: async (key) => !(await orMissing(control.deleteRecord(plane, { ...kind, key }))).isMissing,
  }
}
