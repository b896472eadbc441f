import type { components } from '../../../generated/mock-control/types.ts'
import { STATUS_CODES } from '../../behaviour/node-http.ts'
import type { Session } from '../session/session.ts'
import { NoRoomError, type Sessions } from '../session/sessions.ts'
import type { ServedInterfaces } from './served.ts'

/** What the control plane controls. */
export interface Plane {
  sessions: Sessions
  served: ServedInterfaces
}

/** An error that is told in a status which no kind of problem has. */
export interface ProblemAnswer<Status extends number> {
  status: Status
  mediaType: 'application/problem+json'
  body: components['schemas']['Problem']
}

export function problemAnswer<Status extends number>(status: Status, detail: string): ProblemAnswer<Status> {
  const body = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail }
  return { status, mediaType: 'application/problem+json', body }
}

/** Answers out of a session, which is made when it is not there (CTL-008); 503 when there is no room for it (CTL-015). */
export async function inSession<Answer>(
  { sessions }: Plane,
  name: string,
  answer: (session: Session) => Promise<Answer>,
): Promise<Answer | ProblemAnswer<503>> {
  try {
    return await sessions.within(name, answer)
  } catch (error) {
    if (error instanceof NoRoomError) return problemAnswer(503, error.message)
    throw error
  }
}
