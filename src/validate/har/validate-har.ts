import { count, emptyTally, type Tally } from '../exchange-report.ts'
import { type JudgeOptions, judgeExchange } from '../judge.ts'
import { type HarEntry, maxEntryBytes, readHarEntries } from './read-entries.ts'
import { type Exchange, readExchange } from './read-exchange.ts'

/**
 * Compares the messages of a HAR with the contracts, in one pass and in little memory. The next entry is read when a finding is dealt with.
 *
 * @param source bytes of the file, in pieces of any size
 * @throws {UnusableHarError} at the place where it turns out not to be a HAR, or not to be whole
 * @throws {NoContractError} when a base URL names an unknown interface
 */
export async function validateHar(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: Omit<JudgeOptions, 'tally'>,
): Promise<Tally> {
  const tally = emptyTally()
  for await (const entry of readHarEntries(source)) {
    tally.responses++
    const exchange = exchangeOf(entry)
    if ('skipped' in exchange) count(tally.skipped, exchange.skipped)
    else await judge(exchange, entry.number, { ...options, tally })
  }
  return tally
}

function exchangeOf({ entry, size }: HarEntry): Exchange | { skipped: string } {
  if (entry !== undefined) return readExchange(entry)
  return { skipped: size > maxEntryBytes ? `larger than ${maxEntryBytes / 1024 / 1024} MB` : 'nested too deeply' }
}

async function judge(exchange: Exchange, number: number, options: JudgeOptions): Promise<void> {
  const { requestBody, response, bodyless } = exchange
  const hasBody = requestBody === undefined ? undefined : requestBody.length > 0
  // A recorder writes decoded bodies and keeps the header.
  const judged = judgeExchange({ ...exchange, number, hasBody, decoded: true }, options)
  judged.sent(Buffer.from(requestBody ?? ''))
  judged.answered(response, response.body !== undefined)
  judged.received(Buffer.from(response.body ?? ''))
  if (bodyless !== undefined && judged.located.kind === 'operation') count(options.tally.unread, bodyless)
  await judged.end({ request: true, response: true })
}
