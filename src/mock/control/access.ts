import { createHash, timingSafeEqual } from 'node:crypto'
import type { Admission, IncomingRequest } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { hostOf, isLoopback, isOwnOrigin } from '../server/loopback.ts'

/** Who may call the control plane: with a token whoever has it, without one the programs of this machine. */
export function createAccess(token: string | undefined): (request: IncomingRequest) => Promise<Admission<undefined>> {
  return async ({ headers }) => {
    const { host = '', origin, authorization } = headers
    if (token === undefined && !isLoopback(hostOf(`http://${host}`))) return foreignHost(host)
    if (origin !== undefined && !isOwnOrigin(origin, host)) {
      return new Refusal('forbidden', `A page of '${origin}' may not call the control plane.`, { rules: ['CTL-057'] })
    }
    return token === undefined || isBearer(token, authorization) ? { caller: undefined } : noToken()
  }
}

/** Hashed first, so that the comparison takes as long whatever the caller sends. */
function isBearer(token: string, authorization = ''): boolean {
  const sent = /^bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''
  return timingSafeEqual(digest(sent), digest(token))
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

function noToken(): Refusal {
  const detail = "Send the control token that the mock was started with as 'Authorization: Bearer …'."
  return new Refusal('unauthenticated', detail, { rules: ['CTL-056'] })
}
