// @ts-check

export const METHODS = /** @type {const} */ (['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])

/** @typedef {{ name?: string, in?: string, schema?: { type?: string | string[], enum?: unknown[], const?: unknown }, 'x-multi-segment'?: unknown }} Parameter */

/**
 * The parameters of a path item or operation; none if the list is missing or malformed. Another rule reports malformed lists.
 *
 * @param {unknown} node
 * @returns {Parameter[]}
 */
export function parametersOf(node) {
  const { parameters } = Object(node)
  return Array.isArray(parameters) ? parameters.map(Object) : []
}
