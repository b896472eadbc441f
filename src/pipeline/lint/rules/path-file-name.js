// @ts-check

/**
 * Each path is one reference to a file that is named after it. Takes the unresolved `paths`.
 *
 * @type {import('@stoplight/spectral-core').RulesetFunction}
 */
export default function pathFileName(paths, _options, context) {
  return Object.entries(Object(paths)).flatMap(([template, pathItem]) => {
    const file = `paths/${template.slice(1).replaceAll(/[/:*]/g, '_')}.yaml`
    if (pathItem?.$ref === file) return []
    return [
      { message: `Path ${template} must be \`$ref: '${file}'\` and nothing else.`, path: [...context.path, template] },
    ]
  })
}
