import type { Sample } from '../../check/check.ts'
import type { Contract } from '../../contract/contract.ts'
import { nodeAt } from '../../contract/json-pointer.ts'
import type { CheckTarget } from '../context/check-run.ts'
import { createContext } from '../context/context.ts'
import type { Exchange } from '../context/exchange.ts'
import { whatIsMissing } from '../context/needs.ts'
import { NoAnswerError } from '../context/wire.ts'
import { isSafe } from '../target/target.ts'

/** The target cannot be checked, because it is absent or another server answers. */
export class UnusableTargetError extends Error {
  override readonly name = 'UnusableTargetError'
}

/**
 * Makes one harmless call before any check, so that a wrong address is one message and not a failure of every rule.
 *
 * @throws {UnusableTargetError} if the target does not answer, redirects elsewhere, or answers with a web page
 */
export async function assertUsable(checkTarget: CheckTarget): Promise<void> {
  const { target, contract } = checkTarget
  const exchange = await callOnce(checkTarget).catch((error: unknown) => {
    if (error instanceof NoAnswerError)
      throw new UnusableTargetError(`${contract.name}: ${explain(error, target.baseUrl)}`)
    throw error
  })
  if (!exchange) return
  const { status = 0, headers = {} } = exchange
  const { location } = headers
  if (status >= 300 && status < 400 && location !== undefined) {
    const elsewhere = new URL(location, exchange.request.url)
    throw new UnusableTargetError(
      `${contract.name}: ${target.baseUrl} redirects to ${elsewhere.origin}${elsewhere.pathname} (status ${status}); redirects are not followed: give the base URL where the API itself answers`,
    )
  }
  if (headers['content-type']?.toLowerCase().startsWith('text/html') && !documentsHtml(checkTarget)) {
    throw new UnusableTargetError(
      `${contract.name}: ${target.baseUrl} answers with an HTML page (status ${status}), not as an API does; it may be a login page, a proxy, or the wrong path`,
    )
  }
}

function documentsHtml({ contract }: CheckTarget): boolean {
  return JSON.stringify(contract.document).includes('"text/html"')
}

/**
 * Makes the first sample that changes nothing, or else reads by some documented operation. Never asks for the base URL itself,
 * where a product may show its web page.
 */
async function callOnce(checkTarget: CheckTarget): Promise<Exchange | undefined> {
  const sample = checkTarget.checks.samples.find((candidate) => isHarmless(checkTarget, candidate))
  const { context, trace } = createContext(checkTarget, { needs: sample?.needs ?? {}, session: undefined })
  if (sample) {
    const input = await (typeof sample.input === 'function' ? sample.input(context) : sample.input)
    await context.attempt(sample.operation, input)
  } else {
    const read = documentedRead(checkTarget.contract)
    if (read) await context.attempt(read.id, { path: read.path, as: null })
  }
  return trace.exchanges.at(-1)
}

/** The documented read with the fewest parameters, with the document's examples in its path. A refusal is an answer, too. */
function documentedRead({ document, operations }: Contract): { id: string; path: Record<string, unknown> } | undefined {
  const [read] = [...operations.values()]
    .filter(({ method, pointer }) => method === 'get' && nodeAt(document, pointer)?.['x-assumption'] === undefined)
    .sort((one, other) => one.parameters.length - other.parameters.length)
  if (!read) return undefined
  const ofPath = read.parameters.filter((parameter) => parameter.in === 'path')
  return {
    id: read.id,
    path: Object.fromEntries(ofPath.map((parameter) => [parameter.name, parameter.node.example ?? 'contract-checks'])),
  }
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

const causes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; is the server running, and is the port right?',
  ENOTFOUND: 'no such host; is the name right?',
  EAI_AGAIN: 'its name could not be looked up; is there a network?',
  ECONNRESET: 'it ended the connection; does it want https, or http?',
  ETIMEDOUT: 'it does not answer; is a firewall in between?',
  EHOSTUNREACH: 'it cannot be reached from here',
  EPROTO: 'it does not speak TLS there; is it http?',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS there; is it http?',
  HPE_INVALID_CONSTANT: 'it does not speak HTTP there; is it https?',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'its certificate is signed by itself: name its authority in the target file (tls: {ca: file})',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate has an authority that is not known here: name it in the target file (tls: {ca: file})',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'its certificate has an authority that is not known here: name it in the target file (tls: {ca: file})',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}

function explain(error: NoAnswerError, baseUrl: string): string {
  const cause = causes[error.code ?? '']
  return cause === undefined ? error.message : `${baseUrl} cannot be used: ${cause} (${error.code})`
}
