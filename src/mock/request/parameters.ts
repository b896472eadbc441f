import { header, path, query } from '@stoplight/prism-http/dist/validator/deserializers/index.js'
import { ValidationContext } from '@stoplight/prism-http/dist/validator/validators/types.js'
import type { IHttpOperation, IHttpParam } from '@stoplight/types'
import type { Violation } from '../../behaviour/refusal.ts'
import { text } from '../../request-params/request-params.ts'
import { internByContent } from '../memoize.ts'
import { requireAsPrism } from '../required-as-prism.ts'
import { bundleOf, compileCheck, withReferences } from './compile-schema.ts'
import { altersInteger, integerRange } from './integers.ts'
import { SentQuery, textOf } from './query.ts'

type Prism = typeof import('@stoplight/prism-http/dist/validator/validators/utils.js')
type Raw = Readonly<Record<string, string | string[] | undefined>>
export type Values = Record<string, unknown>

export interface ParameterReader {
  /** Parameters converted to the types of the document, defaults filled in, by their documented names. */
  read(sent: Raw | SentQuery): { values: Values; violations: readonly Violation[] }
}

const places = {
  path: { deserializers: path, defaultStyle: 'simple' },
  query: { deserializers: query, defaultStyle: 'form' },
  header: { deserializers: header, defaultStyle: 'simple' },
} as const

type Deserialize = (name: string, values: Raw, schema: unknown, explode: boolean) => unknown

interface Spec {
  name: string
  /** Prism compares names in lower case. */
  key: string
  schema: NonNullable<IHttpParam['schema']>
  explode: boolean
  deserialize: Deserialize | undefined
  mayBeNumber: boolean
  /** The parameter is an object, whose members have names of their own in the query. */
  isScattered: boolean
}

/**
 * Reads the parameters of one place of one operation with Prism's own deserializers and validation. Prism discards the converted values
 * after the validation; this keeps them for behaviours.
 */
export function compileParameters(
  place: keyof typeof places,
  operation: Pick<IHttpOperation, 'request'>,
): ParameterReader {
  const declared: readonly IHttpParam[] =
    (place === 'header' ? operation.request?.headers : operation.request?.[place]) ?? []
  const bundle = bundleOf(operation)
  return interned([place, ...withReferences(declared, bundle)], () => compile(place, declared, bundle))
}

const interned = internByContent<ParameterReader>()

function compile(place: keyof typeof places, declared: readonly IHttpParam[], bundle: unknown): ParameterReader {
  const specs = declared.map((parameter) => specOf(parameter, places[place]))
  const schema = parametersSchema(declared)
  const lower = compileLowering(specs)
  const convert = compileCheck(schema, bundle, { convert: true })

  return {
    read(sent) {
      if (specs.length === 0) return nothing
      const lowered = lower(sent)
      const violations: Violation[] = []
      let read = deserialized(specs, lowered)
      for (const { name, key, schema, mayBeNumber } of specs) {
        const value = read[key]
        if (value === undefined) continue
        if (typeof value !== 'string' || !isPlain.test(value)) violations.push(...notText(value, [place, name]))
        if (mayBeNumber) violations.push(...looseNumbers(value, schema, [place, key]))
      }
      // Converts the members of `read` in place to the types of their schemas.
      if (!convert(read)) {
        // Reads the sent text again, since a value may be partly converted by now.
        read = deserialized(specs, lowered)
        const { validateAgainstSchema }: Prism = requireAsPrism('./validator/validators/utils.js')
        const problems = validateAgainstSchema(read, schema, true, ValidationContext.Input, place, bundle)
        if (problems._tag === 'Some') violations.push(...problems.value.map(toViolation))
      }
      const values: Values = {}
      for (const { name, key, schema } of specs) {
        const value = read[key] ?? schema.default
        if (value !== undefined) values[name] = value
      }
      return { values, violations }
    },
  }
}

/** The schema that all parameters of a place have together. Prism compares names in lower case. */
export function parametersSchema(declared: readonly IHttpParam[]): {
  type: 'object'
  properties: Record<string, NonNullable<IHttpParam['schema']>>
  required: string[]
} {
  return {
    type: 'object',
    properties: Object.fromEntries(declared.map(({ name, schema = {} }) => [name.toLowerCase(), schema])),
    required: declared.filter(({ required }) => required).map(({ name }) => name.toLowerCase()),
  }
}

const nothing = Object.freeze({ values: Object.freeze({}), violations: Object.freeze([]) })

function specOf(parameter: IHttpParam, { deserializers, defaultStyle }: (typeof places)[keyof typeof places]): Spec {
  const { name, style = defaultStyle, explode = style === 'form' } = parameter
  const { schema = {} } = parameter
  const { type } = schema
  return {
    name,
    key: name.toLowerCase(),
    schema,
    explode,
    deserialize: (deserializers as Record<string, Deserialize>)[style],
    isScattered: type === 'object' || style === 'deepObject',
    mayBeNumber: type === 'integer' || type === 'number' || type === 'array',
  }
}

function deserialized(specs: readonly Spec[], lowered: Raw): Values {
  const read: Values = {}
  for (const { key, deserialize, schema, explode } of specs) {
    read[key] = deserialize?.(key, lowered, schema, explode)
  }
  return read
}

/** ASCII text, which needs no check for UTF-8. */
const isPlain = /^[ -~]*$/

/** Violations for values that were sent as bytes that are not UTF-8. */
function notText(value: unknown, path: string[]): Violation[] {
  if (typeof value !== 'string') {
    return Object.entries(Object(value)).flatMap(([key, item]) => notText(item, [...path, key]))
  }
  const read = text.readParameter(value)
  return read.ok ? [] : [{ path, message: `Request ${path[0]} parameter ${path.slice(1).join('.')} ${read.reason}` }]
}

/**
 * Violations for texts that the validation would convert although they are not decimal numbers (`0x10`, ` 1`, `Infinity`), or whose digits
 * it would change.
 */
function looseNumbers(value: unknown, schema: unknown, path: string[]): Violation[] {
  const { type, items } = Object(schema) as { type?: unknown; items?: unknown }
  if (Array.isArray(value)) return value.flatMap((item, index) => looseNumbers(item, items, [...path, String(index)]))
  if ((type !== 'integer' && type !== 'number') || Number.isNaN(Number(value))) return []
  const text = String(value)
  const isDecimal = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)
  if (isDecimal && !altersInteger(text)) return []
  const reason = isDecimal ? integerRange : `must be ${type}`
  return [{ path, message: `Request ${path[0]} parameter ${path.slice(1).join('.')} ${reason}` }]
}

/**
 * Prism looks names up in lower case. Only declared names are looked up, except for an object, whose members have names of
 * their own.
 */
function compileLowering(specs: readonly Spec[]): (sent: Raw | SentQuery) => Raw {
  const keys = new Map(specs.flatMap(({ name, key }) => [[name, key] as const, [key, key] as const]))
  const isAnyName = specs.some(({ key, isScattered }) => isScattered || key in {})
  const keyOf: KeyOf = isAnyName
    ? (name) => name.toLowerCase()
    : (name) => keys.get(name) ?? keys.get(name.toLowerCase())

  return (sent) =>
    (!isAnyName && sent instanceof SentQuery && lowerOnce(sent, keyOf)) || lowerNames(valuesOf(sent), keyOf)
}

type KeyOf = (name: string) => string | undefined

function valuesOf(sent: Raw | SentQuery): Iterable<readonly [string, string | string[] | undefined]> {
  return sent instanceof SentQuery ? sent.values : Object.entries(sent)
}

/** When several names differ only in case, the last one counts. */
function lowerNames(values: ReturnType<typeof valuesOf>, keyOf: KeyOf): Raw {
  const lowered: Record<string, string | string[] | undefined> = Object.create(null)
  for (const [name, value] of values) {
    const key = keyOf(name)
    if (key !== undefined) lowered[key] = value
  }
  return lowered
}

/** Reads each value once, without lists; undefined when a name comes twice. */
function lowerOnce({ pairs }: SentQuery, keyOf: KeyOf): Raw | undefined {
  const lowered: Record<string, string> = {}
  for (const [name, raw] of pairs) {
    const key = keyOf(name)
    if (key === undefined) continue
    if (lowered[key] !== undefined) return undefined
    lowered[key] = textOf(raw)
  }
  return lowered
}

function toViolation(refusal: { path?: (string | number)[]; message: string }): Violation {
  return { path: (refusal.path ?? []).map(String), message: refusal.message }
}
