import { printJson } from '../../json-text.ts'
/** How a parameter is written. Runs in browsers as well. */
export interface ParameterStyle {
  name: string
  style?: string | undefined
  explode?: boolean | undefined
}

/** The pairs of a query or a form that carry a value, not yet encoded. */
export function queryPairs({ name, style = 'form', explode = style === 'form' }: ParameterStyle, value: unknown) {
  const pair = (key: string, one: unknown): [name: string, value: string] => [key, plainText(one)]
  if (style === 'deepObject') return deepPairs(name, value)
  if (Array.isArray(value)) {
    const separator = { spaceDelimited: ' ', pipeDelimited: '|' }[style] ?? ','
    return explode ? value.map((one) => pair(name, one)) : [pair(name, value.map(plainText).join(separator))]
  }
  if (typeof value !== 'object' || value === null) return [pair(name, value)]
  const members = Object.entries(value)
  return explode
    ? members.map(([key, one]) => pair(key, one))
    : [pair(name, members.map(([key, one]) => `${key},${plainText(one)}`).join(','))]
}

function deepPairs(name: string, value: unknown): [name: string, value: string][] {
  if (typeof value !== 'object' || value === null) return [[name, plainText(value)]]
  return Object.entries(value).flatMap(([key, member]) => deepPairs(`${name}[${key}]`, member))
}

/** A value as a segment of a path or as a header. */
export function simpleText(
  { name, style = 'simple', explode = false }: ParameterStyle,
  value: unknown,
  encode: (text: string) => string,
): string {
  const text = (one: unknown) => encode(plainText(one))
  const isPair = typeof value === 'object' && value !== null && !Array.isArray(value)
  const [before, between] = { label: ['.', '.'], matrix: [`;${name}=`, `;${name}=`] }[style] ?? ['', ',']
  const items = isPair
    ? Object.entries(value).map(([key, one]) => `${encode(key)}${explode ? '=' : ','}${text(one)}`)
    : [value].flat().map(text)
  if (style === 'matrix' && explode && isPair) return items.map((item) => `;${item}`).join('')
  return before + items.join(explode ? between : ',')
}

function plainText(value: unknown): string {
  return typeof value === 'object' && value !== null ? printJson(value) : String(value ?? '')
}
