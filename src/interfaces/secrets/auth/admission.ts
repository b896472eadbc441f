import { bearerToken } from '../../../behaviour/bearer-token.ts'
import type { CredentialFault } from '../../../behaviour/credential-fault.ts'
import type { Admission, Answer, IncomingRequest } from '../../../behaviour/definition.ts'
import { findToken } from '../../../behaviour/find-token.ts'
import { Refusal } from '../../../behaviour/refusal.ts'
import type { Store } from '../../../behaviour/store.ts'
import { type Access, accessAt, allows, type Capability } from '../access.ts'
import type { Target } from '../address.ts'
import type { Caller } from '../caller.ts'
import { nothingThere } from '../envelope.ts'
import { helpOf } from '../help/help.ts'
import { asksForHelp, isList, isRead, isWrite, readRoutedPath } from '../routing.ts'
import { keysOf, policiesOf, secretsOf, type TokenRecord, tokensOf } from '../state.ts'
import {
  failByCondition,
  lackingCapability,
  permissionDenied,
  refuseAsProxy,
  refuseBody,
  refuseByState,
  refuseNamespace,
  refuseOrigin,
  type SecretsAdmission,
} from './refusals.ts'

/**
 * Admits a request. If several answers apply, the first of these counts: refused by a proxy, not initialized, sealed, 403, 404 (405 comes
 * from the router), a condition that makes the request fail, then the limits on bodies (gap SEC-G20).
 */
export async function admit(request: IncomingRequest, context: SecretsAdmission): Promise<Admission<Caller>> {
  const { headers } = request
  const { conditions } = context
  const early = refuseAsProxy(headers, conditions) ?? refuseByState(conditions) ?? refuseOrigin(headers, conditions)
  if (early) return early
  const target = await readRoutedPath(request.path, context)
  const denial = await refuseAccess(request, target ?? null, context)
  if (denial) return denial
  if (!target) return whyNoTarget(target)
  const nowhere = refuseAddress(request, target) ?? refuseReading(request, context)
  if (nowhere) return nowhere
  const refused =
    context.operation === undefined
      ? answerWithoutOperation(request, target, context)
      : ((await failByCondition(context.operation, context)) ?? refuseBody(request, conditions))
  return refused ?? { caller: { target } }
}

/** Refuses a request that needs more rights at its target than the caller has (SEC-089, SEC-096). */
async function refuseAccess(
  request: IncomingRequest,
  target: Target | null,
  context: SecretsAdmission,
): Promise<Refusal | Answer | undefined> {
  const { headers } = request
  const namespace = refuseNamespace(target ?? { namespace: '' }, headers, context.conditions)
  if (namespace) return namespace
  // A login (SEC-085) and the health of a node (gap SEC-G25) need no authentication.
  if (target?.kind === 'login' || target?.kind === 'health') return undefined
  const token = await tokenOf(headers, context)
  if ('fault' in token) return permissionDenied(token, 'SEC-015', 'SEC-096')
  if (!target) return undefined
  const access = await accessUnder(token.policies, target.path, context)
  const capability = await needed(request, target, { access, store: context.store })
  return allows(access, capability) ? undefined : denied(access, request, { context, capability })
}

/**
 * The record of the token in `X-Svc-Token`, or of a bearer token with the same effect (SEC-071, SEC-072); if both are present, the first
 * counts (gap SEC-G24).
 */
function tokenOf(
  headers: IncomingRequest['headers'],
  { store, clock }: SecretsAdmission,
): Promise<TokenRecord | CredentialFault> {
  return findToken({
    tokens: tokensOf(store),
    value: headers['x-svc-token'] || bearerToken(headers.authorization),
    sent: headers.authorization,
    expected: 'a token in X-Svc-Token',
    credential: 'token',
    endOf: ({ expires_at }) => expires_at,
    now: clock.now(),
  })
}

async function accessUnder(names: readonly string[], path: string, { store }: SecretsAdmission): Promise<Access> {
  const policies = await Promise.all(names.map((name) => policiesOf(store).get(name)))
  return accessAt(
    path,
    policies.flatMap((policy) => policy?.rules ?? []),
  )
}

/** The right that a request needs. Help needs any right at the path (SEC-061). */
async function needed(
  request: IncomingRequest,
  target: Target,
  { access, store }: { access: Access; store: Store },
): Promise<Capability | 'any'> {
  if (asksForHelp(request)) return 'any'
  if (isList(request)) return 'list'
  if (isRead(request.method)) return 'read'
  if (request.method === 'DELETE') return 'delete'
  if (!isWrite(request.method)) return 'any'
  // The stored data matter only if the caller has exactly one of the two rights.
  if (allows(access, 'create') === allows(access, 'update')) return 'update'
  return (await exists(target, store)) ? 'update' : 'create'
}

/** Tells an update from a create by the stored data (SEC-049); other addresses always exist. */
async function exists({ kind, key }: Target, store: Store): Promise<boolean> {
  if (kind === 'secret') return (await secretsOf(store).get(key)) !== undefined
  if (kind === 'data' || kind === 'key-settings') return (await keysOf(store).get(key)) !== undefined
  return true
}

/** A denial; if a rule hides the path, the answer for a missing path (SEC-090). */
function denied(
  access: Access,
  request: IncomingRequest,
  { context, capability }: { context: SecretsAdmission; capability: Capability | 'any' },
): Refusal | Answer {
  if (access.hidden) {
    context.cite('SEC-090')
    return asJson(nothingThere())
  }
  return permissionDenied(lackingCapability(capability), ...rulesOf(access, request))
}

function rulesOf(access: Access, { method }: IncomingRequest): string[] {
  const tellsWrites = isWrite(method) && (allows(access, 'create') || allows(access, 'update'))
  return tellsWrites ? ['SEC-089', 'SEC-049', 'SEC-050'] : ['SEC-089']
}

function asJson({ status, body }: Pick<Answer, 'status' | 'body'>): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body }
}

function whyNoTarget(target: null | undefined): Refusal {
  return target === null
    ? new Refusal('malformed-request', 'the path is not validly percent-encoded', { rules: ['SEC-095'] })
    : new Refusal('not-found', 'no route for this path', { rules: ['SEC-007', 'SEC-008'] })
}

/** Refuses addresses that have no operation for any verb (SEC-058, SEC-059, SEC-099). */
function refuseAddress(request: IncomingRequest, target: Target): Refusal | undefined {
  if (target.endsInPeriod) return new Refusal('not-found', 'unsupported path', { rules: ['SEC-058', 'SEC-059'] })
  const leadsNowhere = target.kind === 'nothing' && !(asksForHelp(request) && helpOf(target))
  return leadsNowhere ? new Refusal('not-found', 'no route for this path', { rules: ['SEC-099'] }) : undefined
}

/** An address that only accepts writes can be read only with `help` (SEC-060, SEC-100). */
function refuseReading({ query }: IncomingRequest, { operation }: SecretsAdmission): Refusal | undefined {
  if (!operation?.startsWith('describe') || new URLSearchParams(query).has('help')) return undefined
  return new Refusal('method-not-allowed', 'unsupported operation', { allow: ['POST', 'PUT'], rules: ['SEC-100'] })
}

/** The top of a namespace has no operation except help, like every address (SEC-060); the router answers 405 otherwise. */
function answerWithoutOperation(
  request: IncomingRequest,
  target: Target,
  { cite }: SecretsAdmission,
): Answer | undefined {
  const body = asksForHelp(request) ? helpOf(target) : undefined
  cite(...(body ? ['SEC-060', 'SEC-061'] : ['SEC-100']))
  return body && asJson({ status: 200, body })
}
