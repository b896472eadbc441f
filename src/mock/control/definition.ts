import { createHash, timingSafeEqual } from 'node:crypto'
import type { operations } from '../../../generated/mock-control/types.ts'
import { bearerToken } from '../../behaviour/bearer-token.ts'
import { type CredentialFault, missingOrMalformed } from '../../behaviour/credential-fault.ts'
import type { Admission, Answer, IncomingRequest, InterfaceDefinition } from '../../behaviour/definition.ts'
import { problemDetails } from '../../behaviour/problem-details.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { hostOf, isLoopback, isOwnOrigin } from '../server/loopback.ts'
import { interfaceBehaviours } from './interfaces.ts'
import { journalBehaviours } from './journal.ts'
import type { Plane } from './plane.ts'
import { sessionBehaviours } from './sessions.ts'

/** The mock's own interface. Its answers are validated against its document like those of the others. */
export function createControlDefinition(plane: Plane, token: string | undefined): InterfaceDefinition<operations> {
  return {
    credentials: [],
    admit: createAccess(token),
    renderRefusal,
    behaviours: {
      ...sessionBehaviours(plane),
      ...interfaceBehaviours(plane),
      ...journalBehaviours(plane),
    },
  }
}

function renderRefusal(refusal: Refusal): Answer {
  const challenge = { 'www-authenticate': 'Bearer realm="mock-control"' }
  return problemDetails(refusal, { headers: refusal.kind === 'unauthenticated' ? challenge : {} })
}

/** Admits callers with the control token or, if the mock has no token, programs of this machine. */
function createAccess(token: string | undefined): (request: IncomingRequest) => Promise<Admission<undefined>> {
  return async ({ method, path, headers }) => {
    if (method === 'GET' && path === '/health') return { caller: undefined }
    const { host = '', origin, authorization } = headers
    if (token === undefined && !isLoopback(hostOf(`http://${host}`))) return foreignHost(host)
    if (origin !== undefined && !isOwnOrigin(origin, host)) {
      return new Refusal('forbidden', `A page of '${origin}' may not call the control plane.`, { rules: ['CTL-057'] })
    }
    return token === undefined || isBearer(token, authorization) ? { caller: undefined } : noToken(authorization)
  }
}

/** Compares hashes, so that the time of the comparison does not depend on the token. */
function isBearer(token: string, authorization?: string): boolean {
  return timingSafeEqual(digest(bearerToken(authorization) ?? ''), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function foreignHost(host: string): Refusal {
  const detail =
    `Host '${host}' is not a name of this machine; ` +
    'without a control token, control calls are answered on loopback names only.'
  return new Refusal('forbidden', detail, { rules: ['CTL-055'] })
}

function noToken(authorization: string | undefined): Refusal {
  const detail = "Send the control token that the mock was started with as 'Authorization: Bearer …'."
  const credentials: CredentialFault = bearerToken(authorization)
    ? { fault: 'unknown', credential: 'control token' }
    : missingOrMalformed(authorization, 'the control token as Authorization: Bearer')
  return new Refusal('unauthenticated', detail, { rules: ['CTL-056'], credentials })
}
