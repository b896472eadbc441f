// @ts-check
import { originOf } from './origin.js'

/**
 * Every schema that is a file names its rules or gives the reason of an assumption. An inline schema needs neither, because the node
 * that contains it has them.
 *
 * @type {import('@stoplight/spectral-core').RulesetFunction}
 */
export default function schemaProvenance(root, _options, context) {
  /** @type {import('@stoplight/spectral-core').IFunctionResult[]} */
  const diagnostics = []
  const seen = new Set()
  check(root, context.path)
  return diagnostics

  /**
   * @param {unknown} node
   * @param {import('@stoplight/types').JsonPath} path
   */
  function check(node, path) {
    if (typeof node !== 'object' || node === null || seen.has(node)) return
    seen.add(node)
    // A schema that contains itself stays a reference here, and is checked in its own file.
    if ('$ref' in node) return
    if (!('x-rules' in node || 'x-assumption' in node)) {
      const { folder, wholeFile } = originOf(context, path)
      if (folder === 'schemas' && wholeFile) {
        diagnostics.push({
          message:
            'This schema says nothing of its source. Add `x-rules` (the documented rules that it says) or `x-assumption` (why we add it).',
          path,
        })
      }
    }
    for (const [key, value] of Object.entries(node)) check(value, [...path, key])
  }
}
