import type { Contract } from '../../contract/contract.ts'
import type { Violation } from '../../contract/violation.ts'
import { maskUrl } from '../../redaction/mask.ts'
import { addChecked, count, emptyTally, type Finding, redactFinding, type Tally } from '../exchange-report.ts'
import type { LocatedOperation, Locator } from '../locate.ts'
import { watchRequest } from '../watch-message.ts'
import { type HarEntry, maxEntryBytes, readHarEntries } from './read-entries.ts'
import { type Exchange, readExchange } from './read-exchange.ts'

/** Called with each message that breaks its contract, in order; the next entry is read when the promise resolves. */
export type OnFinding = (finding: Finding, contract: Contract) => void | Promise<void>

interface HarOptions {
  locator: Locator
  /** Violations that are reported of one message, 1 to 1000; default 100. */
  maxViolations?: number
}

/**
 * Compares the messages of a HAR with the contracts, in one pass and in little memory.
 *
 * @param source bytes of the file, in pieces of any size
 * @throws {UnusableHarError} at the place where it turns out not to be a HAR, or not to be whole
 * @throws {NoContractError} when a base URL names an unknown interface
 */
export async function validateHar(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: HarOptions,
  onFinding: OnFinding,
): Promise<Tally> {
  const tally = emptyTally()
  for await (const entry of readHarEntries(source)) {
    tally.responses++
    const exchange = exchangeOf(entry)
    if ('skipped' in exchange) {
      count(tally.skipped, exchange.skipped)
      continue
    }
    const located = locate(exchange, options.locator, tally)
    if (!located) continue
    for (const finding of await check(exchange, located, { ...options, number: entry.number, tally })) {
      await onFinding(finding, located.contract)
    }
  }
  return tally
}

function exchangeOf({ entry, size }: HarEntry): Exchange | { skipped: string } {
  if (entry !== undefined) return readExchange(entry)
  return { skipped: size > maxEntryBytes ? `larger than ${maxEntryBytes / 1024 / 1024} MB` : 'nested too deeply' }
}

function locate({ method, url }: Exchange, locator: Locator, tally: Tally): LocatedOperation | undefined {
  const located = locator.locate(method, url)
  if (located.kind === 'operation') return located
  if (located.kind === 'elsewhere') count(tally.skipped, `no base URL of an interface: ${url.origin}`)
  else count(tally.notInContract, `${method} ${maskUrl(new URL(url.pathname, url.origin))}, ${located.reason}`)
  return undefined
}

async function check(
  { method, url, response, bodyless, requestHeaders, requestBody }: Exchange,
  located: LocatedOperation,
  { number, tally, maxViolations }: HarOptions & { number: number; tally: Tally },
): Promise<Finding[]> {
  const hasBody = requestBody === undefined ? undefined : requestBody.length > 0
  // A recorder writes decoded bodies and keeps the header.
  const headers = { ...requestHeaders, 'content-encoding': '' }
  const request = watchRequest({ located, method, url, headers, hasBody, maxViolations })
  request.write(Buffer.from(requestBody ?? ''))
  const ofRequest = (await request.end(true)).violations
  const ofResponse = checkResponse(located, response, { tally, maxViolations })
  addChecked(tally.requests, ofRequest)
  addChecked(tally, ofResponse)
  if (bodyless !== undefined) count(tally.unread, bodyless)
  const { contract, operation } = located
  const found = { number, method, url, interface: contract.name, operation, status: response.status }
  const both = [
    { ...found, of: 'request' as const, violations: ofRequest },
    { ...found, of: 'response' as const, violations: ofResponse },
  ]
  return both.filter(({ violations }) => violations.length > 0).map((finding) => redactFinding(finding, requestHeaders))
}

function checkResponse(
  { check, operation }: LocatedOperation,
  response: Exchange['response'],
  { tally, maxViolations }: { tally: Tally; maxViolations: number | undefined },
): Violation[] {
  try {
    return check.check(operation, response, maxViolations)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    count(tally.unread, `not checked: ${error.message}`)
    return []
  }
}
