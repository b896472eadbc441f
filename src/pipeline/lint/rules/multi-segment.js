// @ts-check

/**
 * `x-multi-segment: true` is only allowed on the last path parameter of a template, because the end of an earlier one that may hold
 * `/` would be ambiguous.
 *
 * @type {import('@stoplight/spectral-core').RulesetFunction<{ name?: string, in?: string, 'x-multi-segment'?: unknown }>}
 */
export default function multiSegment(parameter, _options, context) {
  const path = [...context.path, 'x-multi-segment']
  if (parameter['x-multi-segment'] !== true) return [{ message: '`x-multi-segment` is true or absent.', path }]
  const template = String(context.path[1])
  const last = template.match(/\{([^{}]+)\}[^{}]*$/)?.[1]
  if (parameter.in === 'path' && parameter.name === last) return
  const where = last === undefined ? 'which has none' : `which is {${last}}`
  return [
    {
      message: `\`x-multi-segment\` belongs on the last path parameter of ${template}, ${where}, not on \`${parameter.name}\`.`,
      path,
    },
  ]
}
