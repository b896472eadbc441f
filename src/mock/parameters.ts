import { header, path, query } from '@stoplight/prism-http/dist/validator/deserializers/index.js'
import { ValidationContext } from '@stoplight/prism-http/dist/validator/validators/types.js'
import { validateAgainstSchema } from '@stoplight/prism-http/dist/validator/validators/utils.js'
import type { IHttpOperation, IHttpParam } from '@stoplight/types'
import type { Violation } from '../interfaces/problem.ts'
import { text } from '../request-params/request-params.ts'

type Raw = Readonly<Record<string, string | string[] | undefined>>
export type Values = Record<string, unknown>

export interface ParameterReader {
  /** Parameters converted to the types of the document, defaults filled in, by their documented names. */
  read(raw: Raw): { values: Values; violations: Violation[] }
}

const places = {
  path: { deserializers: path, defaultStyle: 'simple' },
  query: { deserializers: query, defaultStyle: 'form' },
  header: { deserializers: header, defaultStyle: 'simple' },
} as const

type Deserialize = (name: string, values: Raw, schema: unknown, explode: boolean) => unknown

/**
 * Reads the parameters of one place of one operation with Prism's own deserializers and validation. Prism throws the
 * converted values away after validating them; behaviours need them, so this keeps them.
 */
export function compileParameters(place: keyof typeof places, operation: IHttpOperation): ParameterReader {
  const declared: readonly IHttpParam[] =
    (place === 'header' ? operation.request?.headers : operation.request?.[place]) ?? []
  const { deserializers, defaultStyle } = places[place]
  const specs = declared.map((parameter) => ({
    name: parameter.name,
    key: parameter.name.toLowerCase(),
    schema: parameter.schema ?? {},
    explode: parameter.explode ?? (parameter.style ?? defaultStyle) === 'form',
    deserialize: (deserializers as Record<string, Deserialize>)[parameter.style ?? defaultStyle],
  }))
  const schema = {
    type: 'object',
    properties: Object.fromEntries(specs.map(({ key, schema }) => [key, schema])),
    required: declared.filter((parameter) => parameter.required).map((parameter) => parameter.name.toLowerCase()),
  } as const
  const bundle = (operation as { __bundled__?: unknown }).__bundled__

  return {
    read(raw) {
      if (specs.length === 0) return { values: {}, violations: [] }
      const lowered = lowerKeys(raw)
      const read: Values = {}
      const violations: Violation[] = []
      for (const { name, key, deserialize, schema, explode } of specs) {
        const value = deserialize?.(key, lowered, schema, explode)
        if (value === undefined) continue
        read[key] = value
        violations.push(...notText(value, [place, name]), ...looseNumbers(value, schema, [place, key]))
      }
      // Converts the members of `read` in place to the types of their schemas.
      const problems = validateAgainstSchema(read, schema, true, ValidationContext.Input, place, bundle)
      const values: Values = {}
      for (const { name, key, schema } of specs) {
        const value = read[key] ?? (schema as { default?: unknown }).default
        if (value !== undefined) values[name] = value
      }
      if (problems._tag === 'Some') violations.push(...problems.value.map(toViolation))
      return { values, violations }
    },
  }
}

/** Values that were sent as bytes which are not UTF-8. */
function notText(value: unknown, path: string[]): Violation[] {
  if (typeof value !== 'string') {
    return Object.entries(Object(value)).flatMap(([key, item]) => notText(item, [...path, key]))
  }
  const read = text.readParameter(value)
  return read.ok ? [] : [{ path, message: `Request ${path[0]} parameter ${path.slice(1).join('.')} ${read.reason}` }]
}

/** What the validation converts to a number although it is none in decimal digits: `0x10`, ` 1`, `Infinity`. */
function looseNumbers(value: unknown, schema: unknown, path: string[]): Violation[] {
  const { type, items } = Object(schema) as { type?: unknown; items?: unknown }
  if (Array.isArray(value)) return value.flatMap((item, index) => looseNumbers(item, items, [...path, String(index)]))
  if ((type !== 'integer' && type !== 'number') || typeof value !== 'string') return []
  const isLoose = !Number.isNaN(Number(value)) && !/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value)
  return isLoose ? [{ path, message: `Request ${path[0]} parameter ${path.slice(1).join('.')} must be ${type}` }] : []
}

function lowerKeys(raw: Raw): Raw {
  const lowered: Record<string, string | string[] | undefined> = Object.create(null)
  for (const [name, value] of Object.entries(raw)) lowered[name.toLowerCase()] = value
  return lowered
}

function toViolation(problem: { path?: (string | number)[]; message: string }): Violation {
  return { path: (problem.path ?? []).map(String), message: problem.message }
}
