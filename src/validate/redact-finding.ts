import type { ContractOperation } from '../contract/contract.ts'
import { maskUrl } from '../redaction/mask.ts'
import { createRedactor } from '../redaction/redactor.ts'
import { hidden } from '../redaction/secret-names.ts'
import { credentialsIn } from '../redaction/secret-values.ts'
import type { Finding } from './exchange-report.ts'

/** A finding that may contain credentials. */
export type RawFinding = Omit<Finding, 'url' | 'operation'> & { url: URL; operation: ContractOperation }

/**
 * A finding without credentials.
 *
 * @param requestHeaders a response may repeat the credentials among them
 */
export function redactFinding(
  { url, operation, violations, ...finding }: RawFinding,
  requestHeaders: Readonly<Record<string, string>>,
): Finding {
  const { text } = createRedactor(credentialsIn(requestHeaders).map((value) => [value, hidden]))
  return {
    ...finding,
    url: text(maskUrl(url, operation)),
    operation: operation.id,
    violations: violations.map((violation) => ({
      ...violation,
      at: text(violation.at),
      seen: text(violation.seen),
    })),
  }
}
