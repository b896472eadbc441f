import type { ContractOperation } from '../contract/contract.ts'
import { maskUrl } from '../redaction/mask-url.ts'
import { credentialsIn, withoutValues } from '../redaction/secrecy.ts'
import type { Finding } from './exchange-report.ts'

/** A finding before credentials have been taken out of it. */
export type RawFinding = Omit<Finding, 'url' | 'operation'> & { url: URL; operation: ContractOperation }

/**
 * A finding that can be shown.
 *
 * @param requestHeaders what the response may repeat: credentials among them are taken out wherever they stand
 */
export function redactFinding(
  { url, operation, violations, ...finding }: RawFinding,
  requestHeaders: Readonly<Record<string, string>>,
): Finding {
  const credentials = credentialsIn(requestHeaders)
  return {
    ...finding,
    url: withoutValues(maskUrl(url, operation), credentials),
    operation: operation.id,
    violations: violations.map((violation) => ({
      ...violation,
      at: withoutValues(violation.at, credentials),
      seen: withoutValues(violation.seen, credentials),
    })),
  }
}
