/** Path parameters by name. */
export type PathParameters = Record<string, unknown>

/**
 * Fills a path template. A list is joined with commas. The parameters that `spanning` names may hold slashes.
 *
 * @throws {TypeError} for a value that would lead to a path that does not match the template
 */
export function fillPath(template: string, parameters: PathParameters = {}, spanning: readonly string[] = []): string {
  return template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = parameters[name]
    const values = Array.isArray(value) ? value : [value]
    const texts = values.map((one) => (one === undefined || one === null ? '' : String(one)))
    const segments = texts.flatMap((text) => (spanning.includes(name) ? text.split('/') : [text]))
    // An empty segment leads to a list, and URL parsing removes `.` and `..`, even if they are percent-encoded.
    if (segments.length === 0 || segments.some((segment) => /^\.{0,2}$/.test(segment))) {
      throw new TypeError(
        `the path parameter \`${name}\` of ${template} is empty, \`.\` or \`..\`, or has a part that is`,
      )
    }
    return texts
      .map((text) =>
        spanning.includes(name) ? text.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(text),
      )
      .join(',')
  })
}
