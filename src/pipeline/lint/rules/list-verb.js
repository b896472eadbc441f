// @ts-check
import { METHODS, parametersOf } from './parameters.js'

/**
 * `x-list-verb: true` is only allowed on a GET operation with a query parameter `list`. The function takes a path item, because the
 * parameter may be declared for all of its operations.
 *
 * @type {import('@stoplight/spectral-core').RulesetFunction}
 */
export default function listVerb(pathItem, _options, context) {
  return METHODS.flatMap((method) => {
    const operation = Object(pathItem)[method]
    const mark = operation?.['x-list-verb']
    if (mark === undefined) return []
    const message = problemOf(method, mark, [...parametersOf(pathItem), ...parametersOf(operation)])
    return message ? [{ message, path: [...context.path, method, 'x-list-verb'] }] : []
  })
}

/**
 * @param {string} method
 * @param {unknown} mark
 * @param {import('./parameters.js').Parameter[]} parameters
 */
function problemOf(method, mark, parameters) {
  if (method !== 'get')
    return `\`x-list-verb\` belongs on GET: LIST stands for a GET with list=true, not for ${method.toUpperCase()}.`
  if (mark !== true) return '`x-list-verb` is true or absent.'
  if (!parameters.some(isListSwitch)) {
    return '`x-list-verb` needs a query parameter `list` that may be true: LIST stands for a GET with list=true.'
  }
  return undefined
}

/** @param {import('./parameters.js').Parameter} parameter */
function isListSwitch({ name, in: place, schema }) {
  if (name !== 'list' || place !== 'query') return false
  const values = [...(schema?.enum ?? []), schema?.const]
  return [schema?.type].flat().includes('boolean') || values.includes(true) || values.includes('true')
}
