import { type ParameterForm, serializeParameter } from '../../client/serialize.ts'

// Samples and the form of a page write a call alike, so that this runs in browsers as well.

/** Address of the mock in samples. A page replaces it by its own origin. */
export const sampleOrigin = 'http://127.0.0.1:4010'

export const formType = 'application/x-www-form-urlencoded'

/** A parameter with the value that a call has for it. */
export interface SentParameter extends ParameterForm {
  name: string
  value: unknown
}

/** The path and the query of a call. */
export function targetOf(path: string, sent: readonly SentParameter[]): string {
  const filled = path.replace(/[?#].*$/, '').replace(/\{([^}]+)\}/g, (_, name) => {
    const one = sent.find((other) => other.in === 'path' && other.name === name)
    return parameterText({ in: 'path', name, value: '', ...one })
  })
  const query = sent.filter((one) => one.in === 'query').map(parameterText)
  const pairs = query.filter((text) => text !== '').join('&')
  return filled + (pairs === '' ? '' : `?${pairs}`)
}

export function parameterText({ name, value, ...form }: SentParameter): string {
  return serializeParameter(name, namedPlaces(value, form.style), form) ?? ''
}

/** A list has no form in the deep style; the APIs that use it take the places of its items for names, at any depth. */
export function namedPlaces(value: unknown, style: string | undefined): unknown {
  if (style !== 'deepObject' || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, namedPlaces(one, style)]))
}

/** The values of a call at one place, by name. */
export function valuesIn(sent: readonly SentParameter[], place: SentParameter['in']): Record<string, unknown> {
  const given = sent.filter((one) => one.in === place && one.value !== undefined)
  return Object.fromEntries(given.map(({ name, value }) => [name, value]))
}

/** The credential in the value of a header: a token, or the user name of Basic authentication. */
export function secretOf(value: string): string {
  const [, scheme, rest = ''] = /^(Bearer|Basic) (.*)$/.exec(value) ?? []
  if (scheme === 'Basic') return atob(rest).replace(/:$/, '')
  return scheme === undefined ? value : rest
}
