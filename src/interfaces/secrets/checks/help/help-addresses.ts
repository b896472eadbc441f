import type { AttemptInput } from '../../../../check/check.ts'
import type { Context, Operation } from '../context.ts'
import { entriesOf, everyOperation, type Requests } from '../every-operation.ts'

/** Addresses that the documents do not show, with their gaps. */
const assumedAddresses: ReadonlyMap<Operation, string> = new Map([
  ['describeLogin', 'SEC-G03'],
  ['readHealth', 'SEC-G29'],
])

/** Requests the help of every address that can be read; with the gap if the documents do not show the address. */
export function askForHelp(
  t: Context,
  requests: Requests,
): [operation: Operation, input: AttemptInput, gap?: string][] {
  const reads = entriesOf(t, requests).filter(([operation]) => /^(read|list|describe)/.test(operation))
  return reads.map(([operation, { path }]) => {
    const input = { ...(path ? { path } : {}), query: { help: 1 } }
    const gap = assumedAddresses.get(operation)
    return gap === undefined ? [operation, input] : [operation, input, gap]
  })
}

export const helpOperations = everyOperation.filter((operation) => /^(read|list|describe)/.test(operation))
export const asksForHelp = ({ query }: { query: string }) => new URLSearchParams(query).get('help') === '1'
