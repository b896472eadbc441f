import type { IPrismDiagnostic } from '@stoplight/prism-core'
import { DiagnosticSeverity, type IHttpOperation, type IHttpParam } from '@stoplight/types'
import type { InvalidPart } from '../../behaviour/refusal.ts'
import { asDoubles, int64Range, integerRange, isInt64 } from '../../contract/integers.ts'
import { bundleOwner, type Validate } from '../../contract/published/schema-bundle.ts'
import type { SchemaError } from '../../contract/schema/schema-error.ts'
import { compileParameter, type MessageParts, type ParameterReader } from '../../contract/wire/parameter.ts'
import type { ParameterForm } from '../../contract/wire/style.ts'
import { internByContent } from '../memoize.ts'
import { prismParts } from '../prism/parts.ts'
import { bundleOf, compileCheck, schemaView, withReferences } from './compile-schema.ts'
import { preferenceParameters } from './undocumented-parts.ts'

/** `ValidationContext.Input` of Prism. */
const ofInput = 0

export type Values = Record<string, unknown>

export interface ParametersReader {
  /** Parameters converted to the types of the document, defaults filled in, by their documented names. */
  read(message: MessageParts): { values: Values; violations: readonly InvalidPart[] }
}

type Place = ParameterForm['in']
type Schema = NonNullable<IHttpParam['schema']>

interface Spec {
  name: string
  /** The name in messages: headers have it in lower case. */
  key: string
  schema: Schema
  read: ParameterReader
}

/** Reads the parameters of one place of one operation. */
export function compileParameters(place: Place, operation: Pick<IHttpOperation, 'request'>): ParametersReader {
  const declared: readonly IHttpParam[] = operation.request?.[place === 'header' ? 'headers' : place] ?? []
  const bundle = bundleOf(operation)
  return interned([place, ...withReferences(declared, bundle)], () => compile(place, declared, bundle))
}

const interned = internByContent<ParametersReader>()

function compile(place: Place, declared: readonly IHttpParam[], bundle: unknown): ParametersReader {
  const view = schemaView(bundle)
  const names = declared.map(({ name }) => name)
  const specs = declared.map((parameter): Spec => {
    const { name, schema = {} } = parameter
    const others = [...names.filter((other) => other !== name), ...preferenceParameters]
    const read = compileParameter<unknown>(name, place, { ...parameter }, { schema, view, others })
    return { name, key: keyOf(place, name), schema, read }
  })
  const accepts = compileCheck(parametersSchema(place, declared), bundle, { all: true })
  const required = declared.filter(({ required }) => required).map(({ name }) => keyOf(place, name))
  const isPublished = bundleOwner(bundle) !== undefined

  return {
    read(message) {
      if (specs.length === 0) return nothing
      // Without a prototype, no name leads to a member of every object.
      const read: Values = Object.create(null)
      const violations: InvalidPart[] = []
      // These are sent, but there is nothing to validate.
      const settled: Values = Object.create(null)
      let isWide = false
      for (const { name, key, schema, read: readOne } of specs) {
        const found = readOne(message)
        if (found === undefined) continue
        if ('value' in found) {
          if (found.isEmpty) settled[key] = found.value
          else read[key] = found.value
          if (!hasBigint(found.value)) continue
          isWide = true
          violations.push(...wideIntegers(found.value, schema, [place, name], isPublished))
        } else {
          settled[key] = undefined
          const message = `Request ${place} parameter ${name} ${mustBe(found.expected)}`
          violations.push({ path: [place, name], message })
        }
      }
      const missing = required.filter((key) => !(Object.hasOwn(read, key) || Object.hasOwn(settled, key)))
      const isValid = accepts(isWide ? asDoubles(read) : read)
      if (!isValid || missing.length > 0)
        violations.push(...violationsOf([...missing.map(isMissing), ...((!isValid && accepts.errors) || [])], place))
      const values: Values = {}
      for (const { name, key, schema } of specs) {
        const value = read[key] ?? settled[key] ?? schema.default
        if (value !== undefined) values[name] = value
      }
      return { values, violations }
    },
  }
}

/** In the words of the request-parameter library, which reads forms. */
function mustBe(expected: string): string {
  return expected === 'valid UTF-8' ? 'has to be valid UTF-8' : `must be ${expected}`
}

function isMissing(key: string): SchemaError {
  const message = `must have required property '${key}'`
  return {
    keyword: 'required',
    instancePath: '',
    params: { missingProperty: key },
    message,
    data: {},
    parentSchema: {},
  }
}

/** The schema that all parameters of a place have together. */
function parametersSchema(
  place: Place,
  declared: readonly IHttpParam[],
): { type: 'object'; properties: Record<string, Schema> } {
  return {
    type: 'object',
    properties: Object.fromEntries(declared.map(({ name, schema = {} }) => [keyOf(place, name), schema])),
  }
}

const nothing = Object.freeze({ values: Object.freeze({}), violations: Object.freeze([]) })

/** Only names of headers are the same in any case. Prism compares all names so. */
function keyOf(place: Place, name: string): string {
  return place === 'header' ? name.toLowerCase() : name
}

function hasBigint(value: unknown): boolean {
  return typeof value === 'bigint' || (typeof value === 'object' && Object.values(Object(value)).some(hasBigint))
}

/** Violations for integers that a behaviour would have to round, and those beyond the range of their format. */
function wideIntegers(value: unknown, schema: unknown, path: string[], isPublished: boolean): InvalidPart[] {
  const { items, properties, format } = Object(schema)
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, one]) =>
      wideIntegers(one, Array.isArray(value) ? items : Object(properties)[key], [...path, key], isPublished),
    )
  if (typeof value !== 'bigint' || (format === 'int64' ? isInt64(String(value)) : isPublished)) return []
  const range = format === 'int64' ? int64Range : integerRange
  return [{ path, message: `Request ${path[0]} parameter ${path.slice(1).join('.')} ${range}` }]
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
