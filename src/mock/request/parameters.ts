import type { IPrismDiagnostic } from '@stoplight/prism-core'
import { DiagnosticSeverity, type IHttpOperation, type IHttpParam } from '@stoplight/types'
import type { InvalidPart } from '../../behaviour/refusal.ts'
import type { Validate } from '../../contract/published/schema-bundle.ts'
import { text } from '../../request-params/request-params.ts'
import { internByContent } from '../memoize.ts'
import { prismParts } from '../prism/parts.ts'
import { parseSmallJson } from './body.ts'
import { bundleOf, compileCheck, withReferences } from './compile-schema.ts'
import { altersInteger, exactInteger, int64Range, integerRange, isInt64 } from './integers.ts'
import { SentQuery } from './query.ts'

/** `ValidationContext.Input` of Prism. */
const ofInput = 0

type Raw = Readonly<Record<string, string | string[]>>
export type Values = Record<string, unknown>

export interface ParameterReader {
  /** Parameters converted to the types of the document, defaults filled in, by their documented names. */
  read(sent: Raw | SentQuery): { values: Values; violations: readonly InvalidPart[] }
}

type Place = 'path' | 'query' | 'header' | 'cookie'

type Deserialize = (name: string, values: Raw, schema: unknown, explode: boolean) => unknown

interface Spec {
  name: string
  /** The name by which values are sent: headers have it in lower case. */
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
export function compileParameters(place: Place, operation: Pick<IHttpOperation, 'request'>): ParameterReader {
  const declared: readonly IHttpParam[] = operation.request?.[place === 'header' ? 'headers' : place] ?? []
  const bundle = bundleOf(operation)
  return interned([place, ...withReferences(declared, bundle)], () => compile(place, declared, bundle))
}

const interned = internByContent<ParameterReader>()

function compile(place: Place, declared: readonly IHttpParam[], bundle: unknown): ParameterReader {
  const specs = declared.map((parameter) => specOf(parameter, place))
  const convert = compileCheck(parametersSchema(place, declared), bundle, { convert: true })

  return {
    read(sent) {
      if (specs.length === 0) return nothing
      const read = deserialized(specs, sent instanceof SentQuery ? sent.values : sent)
      const violations: InvalidPart[] = []
      let wide: Record<string, unknown[]> | undefined
      for (const { name, key, schema, mayBeNumber } of specs) {
        const value = read[key]
        if (value === undefined) continue
        if (typeof value !== 'string' || !isPlain.test(value)) violations.push(...notText(value, [place, name]))
        if (!mayBeNumber) continue
        violations.push(...looseNumbers(value, schema, [place, key]))
        // The conversion below changes a list in place.
        if (wideDigits.test(JSON.stringify(value))) wide = { ...wide, [key]: [value].flat() }
      }
      // Converts the members of `read` in place to the types of their schemas.
      if (!convert(read)) violations.push(...violationsOf(convert.errors, place))
      const values: Values = {}
      for (const { name, key, schema } of specs) {
        const value = read[key] ?? schema.default
        if (value !== undefined) values[name] = wide?.[key] ? withDigits(wide[key], value) : value
      }
      return { values, violations }
    },
  }
}

/** The schema that all parameters of a place have together. */
function parametersSchema(
  place: Place,
  declared: readonly IHttpParam[],
): {
  type: 'object'
  properties: Record<string, NonNullable<IHttpParam['schema']>>
  required: string[]
} {
  return {
    type: 'object',
    properties: Object.fromEntries(declared.map(({ name, schema = {} }) => [keyOf(place, name), schema])),
    required: declared.filter(({ required }) => required).map(({ name }) => keyOf(place, name)),
  }
}

const nothing = Object.freeze({ values: Object.freeze({}), violations: Object.freeze([]) })

/** Only names of headers are the same in any case. Prism compares all names so. */
function keyOf(place: Place, name: string): string {
  return place === 'header' ? name.toLowerCase() : name
}

function specOf(parameter: IHttpParam, place: Place): Spec {
  const { name, style, explode = style === 'form' } = parameter
  const { schema = {} } = parameter
  const type = typeOf(schema)
  return {
    name,
    key: keyOf(place, name),
    schema,
    explode,
    deserialize:
      'isJson' in parameter
        ? parseJson
        : deserializerOf(prismParts.deserializers()[place === 'cookie' ? 'query' : place], style, type),
    isScattered: type === 'object' || style === 'deepObject',
    mayBeNumber: type === 'integer' || type === 'number' || type === 'array',
  }
}

function deserialized(specs: readonly Spec[], selected: Raw): Values {
  // Without a prototype, no name leads to a member of every object.
  const read: Values = Object.create(null)
  for (const { key, deserialize, schema, explode, isScattered } of specs) {
    const isSent = Object.hasOwn(selected, key)
    if (!isSent && !isScattered) continue
    const value = deserialize?.(key, selected, schema, explode)
    // The members of an object that is left out are left out.
    if (isSent || Object.keys(Object(value)).length > 0) read[key] = value
  }
  return read
}

/** The type of a schema beside `null`. */
function typeOf(schema: unknown): unknown {
  return [Object(schema).type].flat().find((one) => one !== 'null')
}

/** Digits of which a double may lose some. Only those of the format `int64` are no violation. */
const wideDigits = /\d{16}/

/** Bigints where a double changes the digits of an integer. */
function withDigits(sent: readonly unknown[], value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item, index) => withDigits([sent[index]], item))
  return typeof value === 'number' ? exactInteger(String(sent[0])) : value
}

/** Prism's deserializers throw for a type or a value that does not fit their style, and look for one type. */
function deserializerOf(deserializers: object, style: string, type: unknown): Deserialize | undefined {
  const isFit = !style.endsWith('Delimited') || type === 'array'
  const deserialize = (deserializers as Record<string, Deserialize>)[isFit ? style : 'form']
  return (
    deserialize &&
    ((name, values, schema, explode) => {
      try {
        return deserialize(name, values, { ...Object(schema), type }, explode)
      } catch {
        // A value that is not in the style of its parameter counts as missing.
        return undefined
      }
    })
  )
}

/** A parameter that is described by a media type is sent as JSON. */
function parseJson(name: string, values: Raw): unknown {
  const text = [values[name]].flat().at(-1)
  return text && parseSmallJson(text)
}

/** ASCII text, which needs no check for UTF-8. */
const isPlain = /^[ -~]*$/

/** Violations for values that were sent as bytes that are not UTF-8. */
function notText(value: unknown, path: string[]): InvalidPart[] {
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
function looseNumbers(value: unknown, schema: unknown, path: string[]): InvalidPart[] {
  const { items, format } = Object(schema) as { items?: unknown; format?: unknown }
  const type = typeOf(schema)
  if (Array.isArray(value)) return value.flatMap((item, index) => looseNumbers(item, items, [...path, String(index)]))
  const isNumeric = (type === 'integer' || type === 'number') && typeof value !== 'object'
  if (!isNumeric || Number.isNaN(Number(value))) return []
  const text = String(value)
  const isDecimal = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)
  const isRight = format === 'int64' ? Number.isSafeInteger(Number(text)) || isInt64(text) : !altersInteger(text)
  if (isDecimal && isRight) return []
  const reason = isDecimal ? (format === 'int64' ? int64Range : integerRange) : `must be ${type}`
  return [{ path, message: `Request ${path[0]} parameter ${path.slice(1).join('.')} ${reason}` }]
}

/** The errors of AJV in the words of Prism. */
export function violationsOf(errors: Validate['errors'], place: string): InvalidPart[] {
  const [first, ...others] = (errors ?? []).map((error) => ({ schemaPath: '', ...error }))
  if (!first) return []
  const converted = prismParts.errors().convertAjvErrors([first, ...others], DiagnosticSeverity.Error, ofInput, place)
  return converted.map(toInvalidPart)
}

/** What Prism says of a part of a request. */
export function toInvalidPart({ path = [], message }: Pick<IPrismDiagnostic, 'path' | 'message'>): InvalidPart {
  return { path: path.map(String), message }
}
