// @ts-check

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** @typedef {{ name?: string, in?: string, 'x-multi-segment'?: unknown }} Parameter */

/**
 * `x-multi-segment: true` is only allowed on the last path parameter of a template, because the end of an earlier one that may hold
 * `/` would be ambiguous. The function takes the resolved `paths`.
 *
 * @type {import('@stoplight/spectral-core').RulesetFunction}
 */
export default function multiSegment(paths, _options, context) {
  return Object.entries(Object(paths)).flatMap(([template, pathItem]) => {
    const last = template.match(/\{([^{}]+)\}[^{}]*$/)?.[1]
    return [[], ...methods.map((method) => [method])].flatMap((owner) => {
      const node = owner[0] === undefined ? pathItem : Object(pathItem)[owner[0]]
      const { parameters } = Object(node)
      // Another rule reports malformed lists.
      return (Array.isArray(parameters) ? parameters.map(Object) : []).flatMap((parameter, index) => {
        const mark = parameter['x-multi-segment']
        if (mark === undefined) return []
        const message = problemOf(parameter, mark, template, last)
        const path = [...context.path, template, ...owner, 'parameters', index, 'x-multi-segment']
        return message ? [{ message, path }] : []
      })
    })
  })
}

/**
 * @param {Parameter} parameter
 * @param {unknown} mark
 * @param {string} template
 * @param {string | undefined} last
 */
function problemOf(parameter, mark, template, last) {
  if (mark !== true) return '`x-multi-segment` is true or absent.'
  if (parameter.in === 'path' && parameter.name === last) return undefined
  const where = last === undefined ? 'which has none' : `which is {${last}}`
  return `\`x-multi-segment\` belongs on the last path parameter of ${template}, ${where}, not on \`${parameter.name}\`.`
}
