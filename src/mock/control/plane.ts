import type { operations } from '../../../generated/mock-control/types.ts'
import type { BehaviourContext, BehaviourRequest, BehaviourResponse, Behaviours } from '../../behaviour/behaviour.ts'
import type { RecordKind } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Collection } from '../../behaviour/store.ts'
import type { Strictness } from '../answer/strict.ts'
import type { InterfaceState, Session } from '../session/session.ts'
import { type SessionRegistry, withinSession } from '../session/sessions.ts'
import { runTransaction } from '../storage/run-transaction.ts'
import type { Transaction } from '../storage/transaction.ts'
import { findMember, findServed, type Served, type ServedInterfaces } from './served.ts'

/** The parts of the mock that the control plane controls. */
export interface Plane {
  sessions: SessionRegistry
  served: ServedInterfaces
  /** Strictness of sessions without their own setting. */
  strict: Strictness
  /** The metrics of this process, in the Prometheus text format. */
  renderMetrics(): Promise<string>
  /** False before the mock listens and while it stops. */
  isReady(): boolean
}

/** What a call for a session works with. */
export interface SessionCall {
  session: Session
  transaction: Transaction
  context: BehaviourContext
}

/** What a call for one interface in a session works with. The interface has its first records. */
export interface InterfaceCall extends SessionCall {
  served: Served
  state: InterfaceState
}

interface KindCall extends InterfaceCall {
  records: Collection<unknown>
  kind: RecordKind
}

/** The operations whose path has these parameters. */
type OperationsAt<Path> = {
  [Id in keyof operations]: operations[Id] extends { parameters: { path: Path } } ? Id : never
}[keyof operations]

type AtSession = { session: string }
type AtInterface = AtSession & { interface: string }
type AtKind = AtInterface & { kind: string }

/** The answers of operations, by their IDs, which get besides the request what they work with. */
type Calls<Path, Call> = {
  [Id in OperationsAt<Path>]?: (
    request: BehaviourRequest<operations[Id]>,
    call: Call,
  ) => Promise<BehaviourResponse<operations[Id]> | Refusal>
}

/**
 * Answers calls for a session, and creates the session if it does not exist (CTL-008). The changes of a call are one transaction, which is
 * dropped if the call is refused.
 */
export function inSession({ sessions }: Plane, calls: Calls<AtSession, SessionCall>): Behaviours<operations> {
  return wrap<AtSession, SessionCall, BehaviourContext>(calls, (path, context, answer) =>
    withinSession(sessions, path.session, (session) =>
      runTransaction(
        () => session.begin(),
        (transaction) => answer({ session, transaction, context }),
        { isKept: (outcome) => !(outcome instanceof Refusal) },
      ),
    ),
  )
}

/** Answers calls for one interface in a session that has its first records. */
export function inInterface(plane: Plane, calls: Calls<AtInterface, InterfaceCall>): Behaviours<operations> {
  const ofSession = wrap<AtInterface, InterfaceCall, SessionCall>(calls, async (path, call, answer) => {
    const served = findServed(path.interface, plane.served)
    if (served instanceof Refusal) return served
    const state = call.session.state(served.mounted)
    await state.begin()
    return answer({ ...call, served, state })
  })
  return inSession(plane, ofSession)
}

/** Answers calls for the records of one kind. */
export function inKind(plane: Plane, calls: Calls<AtKind, KindCall>): Behaviours<operations> {
  const ofInterface = wrap<AtKind, KindCall, InterfaceCall>(calls, async (path, call, answer) => {
    const kind = findMember(path.kind, 'a record kind', call.served)
    if (kind instanceof Refusal) return kind
    return answer({ ...call, kind, records: call.state.store(call.transaction).collection(path.kind) })
  })
  return inInterface(plane, ofInterface)
}

type AnyAnswer = { status: number } | Refusal

/** The same answers, for callers that have less: `open` adds what the answers work with. The types of each operation stay as they are. */
function wrap<Path, Call, Given>(
  calls: object,
  open: (path: Path, given: Given, answer: (call: Call) => Promise<AnyAnswer>) => Promise<AnyAnswer>,
): object {
  const answers = Object.entries(calls as Record<string, (request: { path: Path }, call: Call) => Promise<AnyAnswer>>)
  return Object.fromEntries(
    answers.map(([id, answer]) => [
      id,
      (request: { path: Path }, given: Given) => open(request.path, given, (call) => answer(request, call)),
    ]),
  )
}

/** The refusal of one thing more than a session may have. */
export function tooMany(owner: string, max: number, things: string, mend: string): Refusal {
  const detail = `The ${owner} has ${max} ${things}, which is the most it may have; ${mend}.`
  return new Refusal('invalid-request', detail, { status: 409 })
}
