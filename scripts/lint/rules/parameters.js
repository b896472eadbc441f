// @ts-check

export const METHODS = /** @type {const} */ (['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])

/** @typedef {{ name?: string, in?: string, schema?: { type?: string | string[], enum?: unknown[], const?: unknown }, 'x-multi-segment'?: unknown }} Parameter */

/**
 * The parameters of a node (path item or operation); none when the list is missing or malformed, which is for another rule.
 *
 * @param {unknown} node
 * @returns {Parameter[]}
 */
export function parametersOf(node) {
  const { parameters } = Object(node)
  return Array.isArray(parameters) ? parameters.map(Object) : []
}
