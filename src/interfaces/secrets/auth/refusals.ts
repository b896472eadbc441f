import type { CredentialFault } from '../../../behaviour/credential-fault.ts'
import type { AdmissionContext, IncomingRequest } from '../../../behaviour/definition.ts'
import { Refusal } from '../../../behaviour/refusal.ts'
import type { Store } from '../../../behaviour/store.ts'
import { type Capability, capabilities } from '../access.ts'
import type { Target } from '../address.ts'
import type { Conditions } from '../conditions.ts'
import { isWrite } from '../routing.ts'
import { earlyRequestsOf } from '../state.ts'
import { refuseExcess } from './json-limits.ts'

type Headers = Readonly<Record<string, string>>
export type SecretsAdmission = AdmissionContext<Conditions>

/** The same answer for every cause: the token is missing, wrong, expired, or lacks the right. The mock's own explanation names the cause. */
export function permissionDenied(credentials: CredentialFault, ...rules: string[]): Refusal {
  return new Refusal('forbidden', 'permission denied', { rules, credentials })
}

export function lackingCapability(...needed: (Capability | 'any')[]): CredentialFault {
  const names = needed.includes('any') ? capabilities : needed
  const right = `the capability ${names.join(' or ')} at this path`
  return { fault: 'lacking', credential: 'token', right }
}

/** A proxy checks a request first (SEC-087, gaps SEC-G20, SEC-G23). */
export function refuseAsProxy(headers: Headers, { require_request_header }: Conditions): Refusal | undefined {
  if (!require_request_header || headers['x-svc-request'] === 'true') return undefined
  return new Refusal('invalid-request', 'the header X-Svc-Request is missing', { rules: ['SEC-087'] })
}

/** A server that is not ready checks nothing else: 501 before 503, and both before any 403. */
export function refuseByState({ initialized, sealed, maintenance }: Conditions): Refusal | undefined {
  if (!initialized) return refusalOf(501, 'the service is not initialized', 'SEC-044')
  if (sealed) return refusalOf(503, 'the service is sealed', 'SEC-014', 'SEC-045')
  if (maintenance) return refusalOf(503, 'the service is down for maintenance', 'SEC-110')
  return undefined
}

/** A refusal with a status that no kind of refusal has. */
function refusalOf(status: number, detail: string, ...rules: string[]): Refusal {
  return new Refusal('internal', detail, { status, rules })
}

/** With CORS on, only the allowed origins and the server's own are accepted (SEC-098, gap SEC-G30). */
export function refuseOrigin(
  { origin, host }: Headers,
  { cors_allowed_origins: allowed }: Conditions,
): Refusal | undefined {
  if (origin === undefined || allowed === null || allowed.includes('*') || allowed.includes(origin)) return undefined
  if (URL.canParse(origin) && new URL(origin).host === host) return undefined
  return new Refusal('forbidden', 'this origin is not allowed', { rules: ['SEC-098'] })
}

/** Whether namespaces are available, and whether one is required (SEC-079 to SEC-082, SEC-097, gaps SEC-G28, SEC-G37). */
export function refuseNamespace(
  { namespace }: Pick<Target, 'namespace'>,
  headers: Headers,
  { hosted, namespaces_available }: Conditions,
): Refusal | undefined {
  const named = namespace !== '' || /[^/]/.test(headers['x-svc-namespace'] ?? '')
  if (named && !namespaces_available) {
    return new Refusal('forbidden', 'namespaces are not available on this installation', { rules: ['SEC-097'] })
  }
  if (hosted && namespace === '') {
    const detail = 'permission denied: the request goes to the root namespace; name admin or a namespace below it'
    return new Refusal('forbidden', detail, { rules: ['SEC-079', 'SEC-080', 'SEC-081'] })
  }
  return undefined
}

/** These do not depend on data that could be missing, and document no 412. */
const isWithoutData = (operation: string) => /^(login|describe|readHealth)/.test(operation)

/** These document a 502. */
const reachesThirdParties = (operation: string) => /^login|^(read|write|delete)Secret/.test(operation)

/** Fails a valid request by a condition, if the operation documents the answer (gaps SEC-G31, SEC-G36). */
export async function failByCondition(
  operation: string,
  { immediate, conditions }: SecretsAdmission,
): Promise<Refusal | undefined> {
  if (!isWithoutData(operation) && ((await isEarly(immediate)) || conditions.data_missing)) {
    return refusalOf(412, 'required data is not here yet, try again', 'SEC-101')
  }
  if (conditions.third_party_failing && reachesThirdParties(operation)) {
    return refusalOf(502, 'the request to a third party failed', 'SEC-109')
  }
  if (conditions.internal_error) return refusalOf(500, 'internal error', 'SEC-107')
  return undefined
}

/** True while requests must fail because their data are missing. Each call counts one such request down. */
async function isEarly(store: Store): Promise<boolean> {
  let early = false
  await earlyRequestsOf(store).update('left', (left = 0) => {
    early = left > 0
    return early ? left - 1 : undefined
  })
  return early
}

/** The limits of the listener on bodies, all inclusive (SEC-111, SEC-113 to SEC-117, gaps SEC-G21, SEC-G22). */
export function refuseBody({ method, body }: IncomingRequest, conditions: Conditions): Refusal | undefined {
  if (body === null || !isWrite(method)) return undefined
  if (body.length > conditions.max_request_size) {
    return new Refusal('payload-too-large', 'the request is too large', { rules: ['SEC-111', 'SEC-113'] })
  }
  return refuseExcess(body, conditions)
}
