import type { Contract } from '../../contract/contract.ts'
import { maskUrl } from '../../redaction/mask.ts'
import { addChecked, count, emptyTally, type Finding, type Tally } from '../exchange-report.ts'
import type { Locator } from '../locate.ts'
import { redactFinding } from '../redact-finding.ts'
import { type HarEntry, readHarEntries } from './entries.ts'
import { maxEntryBytes } from './envelope.ts'
import { type Exchange, readExchange } from './read-exchange.ts'

/** Hears of each response that is not as its contract says, in order; the file is read on when it is done. */
export type OnFinding = (finding: Finding, contract: Contract) => void | Promise<void>

/**
 * Compares the responses that a HAR holds with the contracts, in one pass and in little memory.
 *
 * @param source bytes of the file, in pieces of any size
 * @throws {UnusableHarError} where it turns out to be no HAR, or not a whole one
 * @throws {NoContractError} when a base URL names an interface that there is not
 */
export async function validateHar(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  locator: Locator,
  onFinding: OnFinding,
): Promise<Tally> {
  const tally = emptyTally()
  for await (const entry of readHarEntries(source)) {
    tally.responses++
    const exchange = exchangeOf(entry)
    if ('skipped' in exchange) count(tally.skipped, exchange.skipped)
    else {
      const found = judge(exchange, { number: entry.number, locator, tally })
      if (found) await onFinding(found.finding, found.contract)
    }
  }
  return tally
}

function exchangeOf({ entry, size }: HarEntry): Exchange | { skipped: string } {
  if (entry !== undefined || size <= maxEntryBytes) return readExchange(entry)
  return { skipped: `larger than ${maxEntryBytes / 1024 / 1024} MB` }
}

function judge(
  exchange: Exchange,
  { number, locator, tally }: { number: number; locator: Locator; tally: Tally },
): { finding: Finding; contract: Contract } | undefined {
  const { method, url, response, bodyless, requestHeaders } = exchange
  const located = locator.locate(method, url)
  if (located.kind === 'elsewhere') {
    count(tally.skipped, `no base URL of an interface: ${url.origin}`)
    return undefined
  }
  if (located.kind === 'not-in-contract') {
    count(tally.notInContract, `${method} ${maskUrl(new URL(url.pathname, url.origin))}, ${located.reason}`)
    return undefined
  }
  const { contract, check, operation } = located
  const violations = check.check(operation, response)
  addChecked(tally, violations)
  if (bodyless !== undefined) count(tally.unread, bodyless)
  if (violations.length === 0) return undefined
  const found = { number, method, url, interface: contract.name, operation, status: response.status, violations }
  return { finding: redactFinding(found, requestHeaders), contract }
}
