import type { Diagnostic } from '../specs/diagnostic.ts'

/**
 * Rules of lint that hold for an imported document too: what the generator, the mock, the clients or the docs need. The others are about the
 * form that this repository gives its own documents, and the author of an imported one chose another.
 */
const ofUse = new Set([
  // Redocly
  'struct',
  'no-unresolved-refs',
  'no-identical-paths',
  'no-invalid-media-type-examples',
  'no-invalid-parameter-examples',
  'no-undefined-server-variable',
  'operation-operationId',
  'operation-operationId-unique',
  'operation-parameters-unique',
  'operation-tag-defined',
  'path-declaration-must-exist',
  'path-parameters-defined',
  'security-defined',
  'spec-components-invalid-map-name',
  // Spectral and the rules of this repository
  'catalogued-ids',
  'invalid-ref',
  'mock-server',
  'openapi-version',
  'parser',
  'path-file-name',
  'reason-sentence',
  'rule-list',
  'unrecognized-format',
])

/** True of what an imported document need not mend. Redocly also reports members of examples that the schemas do not name, but allow. */
export function isOfForm({ rule, message }: Pick<Diagnostic, 'rule' | 'message'>): boolean {
  return !ofUse.has(rule) || (/-examples$/.test(rule) && message.includes('must NOT have unevaluated properties'))
}
