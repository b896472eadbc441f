import type { Needs, Sample } from '../../check/check.ts'
import type { Contract } from '../../contract/contract.ts'
import type { Operation } from '../../contract/operation.ts'
import { printJson } from '../../json-text.ts'
import { whyNoAnswer } from '../../no-answer.ts'
import { UserError } from '../../user-error.ts'
import type { CheckTarget, Exchange } from '../context/check-target.ts'
import { createContext } from '../context/context.ts'
import { InconclusiveError, onOneLine } from '../context/inconclusive-error.ts'
import { firstRoleOf, whatIsMissing } from '../context/needs.ts'
import { NoAnswerError } from '../context/wire.ts'
import { type Credential, isSafe } from '../target/target.ts'
import { carriesCredential } from './conclude.ts'

/**
 * Makes one harmless call for each credential before any check, so that a wrong address, a refused credential and a sealed server are one
 * message each, and not a failure of every rule. Servers at further addresses are connected to.
 *
 * @returns what a reader of the run should know of the server's state: one line, if there is anything
 * @throws {UserError} if the target does not answer, redirects elsewhere, answers with a web page, refuses a credential, or
 *   is in a state in which it shows nothing
 */
export async function assertUsable(checkTarget: CheckTarget): Promise<string | undefined> {
  const { target, contract, wire, checks } = checkTarget
  const unusable = (message: string) => new UserError(`${contract.name}: ${message}`)
  try {
    const exchanges: Exchange[] = []
    const calls = harmlessCalls(checkTarget)
    for (const call of calls) {
      exchanges.push(...(await exchangesOf(checkTarget, call)))
      const fault = faultOf(checkTarget, exchanges)
      // One operation may redirect, or answer with a page; a target that is no API does so everywhere.
      const isElsewhere = (others: readonly Exchange[]) => faultOf(checkTarget, others) === undefined
      const isOfOne = fault !== undefined && isOfOneOperation(checkTarget, exchanges)
      if (fault !== undefined && !(isOfOne && (await isShownElsewhere(checkTarget, call, isElsewhere))))
        throw unusable(fault)
    }
    const isUnknown = (some: readonly Exchange[]) => some.every((exchange) => isUnknownPath(checkTarget, exchange))
    const lost = isUnknown(exchanges) ? calls[0] : undefined
    if (lost && !(await isShownElsewhere(checkTarget, lost, (others) => !isUnknown(others))))
      throw unusable(explainNotFound(checkTarget))
    // A document may have nothing that is harmless to ask.
    const unasked = [...(exchanges.length === 0 ? [target.baseUrl] : []), ...target.furtherUrls.values()]
    for (const url of unasked) if (!url.includes('{')) await wire.connect(url)
    const needs = { resources: Object.keys(checks.resources ?? {}) }
    const { context } = createContext(checkTarget, { needs, session: undefined })
    const state = await checks.state?.(context)
    if (state && !state.isUsable) throw unusable(`${target.baseUrl} ${state.description}`)
    return state && `${contract.name}: ${target.baseUrl} ${state.description}`
  } catch (error) {
    if (error instanceof NoAnswerError) {
      const { code = '', origin, message } = error
      throw unusable(whyNoAnswer(code, new URL(origin), 'the target file (tls: {ca: file})') ?? message)
    }
    if (error instanceof InconclusiveError) throw unusable(error.message)
    throw error
  }
}

/** What makes the target unusable, as its answers show it. */
function faultOf(checkTarget: CheckTarget, exchanges: readonly Exchange[]): string | undefined {
  const { baseUrl } = checkTarget.target
  const exchange = exchanges.at(-1)
  const { status = 0, headers = {}, role = null, request } = exchange ?? {}
  const { location } = headers
  // Servers of several kinds answer an http request to a TLS port in their own words.
  if (status === 400 && /\bHTTP request\b.*\bHTTPS\b/i.test(exchange?.text ?? '')) {
    return `${baseUrl} speaks TLS: write https:// (it answers 400: ${onOneLine(exchange?.text ?? '').slice(0, 200)})`
  }
  if (request && status >= 300 && status < 400 && location !== undefined) {
    const elsewhere = new URL(location, request.url)
    return `${baseUrl} redirects to ${elsewhere.origin}${elsewhere.pathname} (status ${status}); redirects are not followed: give the base URL where the API itself answers`
  }
  // No document shows the body of a refusal, and a server behind a proxy may answer 4xx with a page.
  const isPage = headers['content-type']?.toLowerCase().startsWith('text/html') && !(status >= 400 && status < 500)
  if (isPage && !documentsHtml(checkTarget)) {
    return `${baseUrl} answers with an HTML page (status ${status}), not as an API does; it may be a login page, a proxy, or the wrong path`
  }
  const { checks, contract } = checkTarget
  const { rules = [], scopes = [] } = (role !== null && checks.roles[role]) || {}
  // Checks of a scope show whether it is taken, where the first role is. One refusal may be that of one operation.
  const isShown =
    (isDerived(checks) && plainReads(contract).length < 2) ||
    (rules.length > 0 && scopes.length === 0) ||
    (status === 403 && scopes.length > 0 && role !== firstRoleOf(checks))
  if (exchange && (status === 401 || status === 403) && carriesCredential(checkTarget, exchange) && !isShown) {
    return `the server refuses the credential '${role}' (${status}): give it a value that the server accepts, or leave the role out`
  }
  return undefined
}

/** Reads that are asked where one shows a fault that may be its own. */
const maxReads = 5

function isOfOneOperation({ checks }: CheckTarget, exchanges: readonly Exchange[]): boolean {
  const { status = 0, headers = {} } = exchanges.at(-1) ?? {}
  if (status === 401 || status === 403) return isDerived(checks)
  return (status >= 300 && status < 400) || headers['content-type']?.toLowerCase().startsWith('text/html') === true
}

/** Whether another documented read shows that the fault of one is its own. */
async function isShownElsewhere(
  checkTarget: CheckTarget,
  { operation: asked, as }: HarmlessCall,
  isShownBy: (exchanges: readonly Exchange[]) => boolean,
): Promise<boolean> {
  const others = plainReads(checkTarget.contract).filter(({ id }) => id !== asked)
  for (const { id: operation } of others.slice(0, maxReads))
    if (isShownBy(await exchangesOf(checkTarget, { operation, needs: {}, as }))) return true
  return false
}

/** Nobody has written checks for the document. Which of its operations a credential opens is not known. */
function isDerived({ samples }: CheckTarget['checks']): boolean {
  return samples.length === 0
}

/** True of a 404 to a path that names no thing: a server of this interface has the path. */
function isUnknownPath({ contract }: CheckTarget, { operation, status }: Exchange): boolean {
  return status === 404 && contract.operations.get(operation ?? '')?.path.includes('{') === false
}

function explainNotFound({ contract, target }: CheckTarget): string {
  const { servers } = contract.document
  const urls = Array.isArray(servers) ? servers.flatMap(({ url }: { url?: unknown }) => (url ? [String(url)] : [])) : []
  const suggestion = urls.length > 0 ? `; base URLs of the document are ${urls.join(', ')}` : ''
  return `everything that was asked below ${target.baseUrl} is 404: is its path right?${suggestion}`
}

function documentsHtml({ contract }: CheckTarget): boolean {
  return printJson(contract.document).includes('"text/html"')
}

interface HarmlessCall {
  operation: string
  needs: Needs
  input?: Sample<Record<string, unknown>>['input']
  /** The role that may make it; null for any caller. */
  as: string | null
}

/**
 * For each role of the target a read that it may make: a sample, or a documented read without parameters. If no role has any, a read without
 * a credential, whose refusal is an answer, too. Never the base URL itself, where a product may show its web page.
 */
function harmlessCalls(checkTarget: CheckTarget): HarmlessCall[] {
  const { checks, contract, target } = checkTarget
  const samples = checks.samples.filter((sample) => isHarmless(checkTarget, sample))
  const sentBy = ({ headers, form, json, query }: Credential) => Object.keys({ ...headers, ...form, ...json, ...query })
  const calls = [...target.credentials].flatMap(([role, credential]): HarmlessCall[] => {
    if (role === firstRoleOf(checks) && samples[0]) return [{ needs: {}, ...samples[0], as: role }]
    const own = checks.harmless?.find(({ as }) => as.includes(role))
    if (own && whatIsMissing(own.needs ?? {}, checkTarget) === undefined) return [{ needs: {}, ...own, as: role }]
    const [any] =
      sentBy(credential).length > 0 ? plainReads(contract).filter(({ security }) => security.isDemanded) : []
    const read = isDerived(checks) ? any : readFor(contract, checks.roles[role]?.scopes ?? [])
    return read ? [{ operation: read.id, needs: {}, as: role }] : []
  })
  if (calls.length > 0) return calls
  const [read] = documentedReads(contract).sort((one, other) => one.parameters.length - other.parameters.length)
  return read ? [{ operation: read.id, needs: {}, input: { path: examplesOf(read) }, as: null }] : []
}

async function exchangesOf(
  checkTarget: CheckTarget,
  { operation, needs, input, as }: HarmlessCall,
): Promise<Exchange[]> {
  const roles = as === null ? [] : [as]
  const { context, trace } = createContext(checkTarget, { needs: { ...needs, roles }, session: undefined })
  await context.attempt(operation, { ...(await (typeof input === 'function' ? input(context) : input)), as })
  return trace.exchanges
}

/** Those that can be asked without a value. */
function plainReads(contract: Contract): Operation[] {
  return documentedReads(contract).filter(({ parameters }) => parameters.every(({ required }) => !required))
}

function documentedReads({ operations }: Contract): Operation[] {
  return [...operations.values()].filter(({ method, node }) => method === 'get' && node['x-assumption'] === undefined)
}

/** A documented read without parameters for which these scopes are enough. */
function readFor(contract: Contract, scopes: readonly string[]): Operation | undefined {
  return plainReads(contract).find(({ server, node }) => {
    const { security = contract.document.security } = node
    const needed = Array.isArray(security) ? security.map((one: object) => Object.values(one).flat()) : []
    return server === undefined && needed.some((one) => one.length > 0 && one.every((scope) => scopes.includes(scope)))
  })
}

/** The document's examples of the parameters of a path. */
function examplesOf({ parameters }: Operation): Record<string, unknown> {
  const ofPath = parameters.filter((parameter) => parameter.in === 'path')
  return Object.fromEntries(ofPath.map(({ name, node }) => [name, node.example ?? 'contract-checks']))
}

function isHarmless(
  checkTarget: CheckTarget,
  { operation, needs = {}, arrange }: Sample<Record<string, unknown>>,
): boolean {
  const { contract, checks } = checkTarget
  const known = contract.operations.get(operation)
  return (
    known !== undefined &&
    isSafe(known, checks.safe) &&
    arrange === undefined &&
    !needs.changes &&
    !needs.control &&
    whatIsMissing(needs, checkTarget) === undefined
  )
}
