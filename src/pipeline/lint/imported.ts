import type { Diagnostic } from '../specs/diagnostic.ts'

/**
 * Lint rules that also apply to an imported document: those that the generator, the mock, the clients or the docs need. The other rules are
 * about the form of this repository's own documents.
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

/**
 * True for a diagnostic that an imported document may have. Redocly also reports members of examples that the schemas allow but do not
 * name.
 */
export function isOfForm({ rule, message }: Pick<Diagnostic, 'rule' | 'message'>): boolean {
  return !ofUse.has(rule) || (/-examples$/.test(rule) && message.includes('must NOT have unevaluated properties'))
}
