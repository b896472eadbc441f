import type { components } from '../../../generated/mock-control/types.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import type { Strictness } from '../answer/strict.ts'
import type { MaybePromise } from '../maybe-promise.ts'
import type { InterfaceState, Session } from '../session/session.ts'
import { NoRoomError, type SessionRegistry, withinSession } from '../session/sessions.ts'
import { runTransaction } from '../storage/run-transaction.ts'
import { StorageError } from '../storage/storage.ts'
import type { Transaction } from '../storage/transaction.ts'
import { findServed, type Served, type ServedInterfaces } from './served.ts'

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

const titles = { 409: 'Conflict', 503: 'Service Unavailable' }

/** An error with a status that no kind of refusal has. */
export interface ProblemAnswer<Status extends keyof typeof titles> {
  status: Status
  mediaType: 'application/problem+json'
  body: components['schemas']['Problem']
}

export function problemAnswer<Status extends keyof typeof titles>(
  status: Status,
  detail: string,
): ProblemAnswer<Status> {
  const body = { type: 'about:blank', title: titles[status], status, detail }
  return { status, mediaType: 'application/problem+json', body }
}

/**
 * Answers a call in a session, and creates the session if it does not exist (CTL-008). The changes of the call are one transaction,
 * and a call that is refused must not have changed anything.
 */
export function inSession<Answer extends { status: number }>(
  plane: Plane,
  name: string,
  answer: (session: Session, transaction: Transaction) => Promise<Answer | Refusal>,
): Promise<Answer | Refusal | ProblemAnswer<503>> {
  return within(plane, name, (session) =>
    runTransaction<Transaction, Answer | Refusal>(
      () => session.begin(),
      (transaction) => answer(session, transaction),
    ),
  )
}

/** An interface in a session, as a call works with it. */
export interface Controlled {
  served: Served
  state: InterfaceState
  transaction: Transaction
}

/** Answers a call for one interface in a session that has its first records. Its changes are one transaction, and dropped if it is refused. */
export function inInterface<Answer extends { status: number }>(
  plane: Plane,
  path: { session: string; interface: string },
  answer: (controlled: Controlled) => Promise<Answer | Refusal>,
): Promise<Answer | Refusal | ProblemAnswer<503>> {
  return within(plane, path.session, (session) => {
    const served = findServed(path.interface, plane.served)
    if (served instanceof Refusal) return served
    const state = session.state(served.mounted)
    return runTransaction<Transaction, Answer | Refusal>(
      () => state.begin(),
      (transaction) => answer({ served, state, transaction }),
      { isKept: (answer) => !(answer instanceof Refusal) },
    )
  })
}

/** Answers 503 when there is no room for the session (CTL-015), or when the storage cannot be used now. */
async function within<Answer>(
  { sessions }: Plane,
  name: string,
  answer: (session: Session) => MaybePromise<Answer>,
): Promise<Answer | ProblemAnswer<503>> {
  try {
    return await withinSession(sessions, name, answer)
  } catch (error) {
    if (error instanceof NoRoomError || error instanceof StorageError) return problemAnswer(503, error.message)
    throw error
  }
}
