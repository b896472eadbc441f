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

/** True of a rule that an imported document need not keep. */
export function isOfForm(rule: string): boolean {
  return !ofUse.has(rule)
}
