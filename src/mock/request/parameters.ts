import type { IPrismDiagnostic } from '@stoplight/prism-core'
import type { IHttpParam } from '@stoplight/types'
import type { InvalidPart } from '../../behaviour/refusal.ts'
import { integerRange } from '../../contract/integers.ts'
import { type DocumentNode, namesIn } from '../../contract/json-pointer.ts'
import type { SchemaError } from '../../contract/schema/schema-error.ts'
import { schemasOf } from '../../contract/schema/schemas.ts'
import { compileParameter, type MessageParts, type ParameterReader } from '../../contract/wire/parameter.ts'
import { nodeView } from '../../contract/wire/schema-views.ts'
import type { ParameterForm } from '../../contract/wire/style.ts'
import type { SchemaView } from '../../contract/wire/typed-text.ts'
import { internByContent, memoizeByObject } from '../memoize.ts'
import { preferenceParameters } from './undocumented-parts.ts'

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

interface ParametersOptions {
  /** What the references of their schemas lead into. */
  document: DocumentNode
  /** Whether integers may be larger than a double holds exactly; default: only those of the format int64. */
  takesWideIntegers?: boolean
}

/** Reads the parameters of one place of one operation. */
export function compileParameters(
  place: Place,
  declared: readonly IHttpParam[] = [],
  options: ParametersOptions,
): ParametersReader {
  const { document, takesWideIntegers } = options
  return interned([place, declared, numberOf(document), takesWideIntegers], () => compile(place, declared, options))
}

const interned = internByContent<ParametersReader>()

let documents = 0
const numberOf = memoizeByObject((_: DocumentNode): [number] => [++documents])

function compile(
  place: Place,
  declared: readonly IHttpParam[],
  { document, takesWideIntegers = false }: ParametersOptions,
): ParametersReader {
  const view = nodeView(document)
  const names = declared.map(({ name }) => name)
  const specs = declared.map((parameter): Spec => {
    const { name, schema = {} } = parameter
    const others = [...names.filter((other) => other !== name), ...preferenceParameters]
    const read = compileParameter<unknown>(name, place, { ...parameter }, { schema, view, others })
    return { name, key: keyOf(place, name), schema, read }
  })
  const schemas = schemasOf(document, { side: 'request' })
  const whole = parametersSchema(place, declared)
  const required = declared.filter(({ required }) => required).map(({ name }) => keyOf(place, name))

  return {
    read(message) {
      if (specs.length === 0) return nothing
      // Without a prototype, no name leads to a member of every object.
      const read: Values = Object.create(null)
      const violations: InvalidPart[] = []
      // These are sent, but there is nothing to validate.
      const settled: Values = Object.create(null)
      for (const { name, key, schema, read: readOne } of specs) {
        const found = readOne(message)
        if (found === undefined) continue
        if ('value' in found) {
          if (found.isEmpty) settled[key] = found.value
          else read[key] = found.value
          if (!takesWideIntegers && hasBigint(found.value))
            violations.push(...wideIntegers(found.value, schema, [place, name], view))
        } else {
          settled[key] = undefined
          const message = `Request ${place} parameter ${name} ${mustBe(found.expected)}`
          violations.push({ path: [place, name], message })
        }
      }
      const missing = required.filter((key) => !(Object.hasOwn(read, key) || Object.hasOwn(settled, key)))
      const errors = schemas.errors(whole, read)
      if (errors.length > 0 || missing.length > 0)
        violations.push(...violationsOf([...missing.map(isMissing), ...errors], place))
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

/** Violations for integers that a behaviour would have to round. The format int64 has a range, and behaviours take its bigints. */
function wideIntegers(value: unknown, schema: unknown, path: string[], view: SchemaView<unknown>): InvalidPart[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, one]) => {
      const names = Array.isArray(value) ? ['items'] : ['properties', key]
      return wideIntegers(one, view.partOf(schema, ...names), [...path, key], view)
    })
  if (typeof value !== 'bigint' || view.nodeOf(schema).format === 'int64') return []
  return [{ path, message: `Request ${path[0]} parameter ${path.slice(1).join('.')} ${integerRange}` }]
}

/** Errors of a part of a request in the words of Prism. */
export function violationsOf(errors: readonly SchemaError[], place: string): InvalidPart[] {
  return errors.map(({ instancePath, message, params }) => {
    const names = namesIn(instancePath)
    const part = names.length === 0 ? '' : `${place === 'body' ? 'property' : 'parameter'} ${names.join('.')} `
    const { allowedValues, additionalProperty, unevaluatedProperty } = params
    const details = [
      ...(Array.isArray(allowedValues) ? [`: ${allowedValues.join(', ')}`] : []),
      ...(additionalProperty === undefined ? [] : [`; found '${additionalProperty}'`]),
      ...(unevaluatedProperty === undefined ? [] : [`: '${unevaluatedProperty}'`]),
    ]
    return { path: [place, ...names], message: `Request ${place} ${part}${message}${details.join('')}` }
  })
}

/** What Prism says of a part of a request. */
export function toInvalidPart({ path = [], message }: Pick<IPrismDiagnostic, 'path' | 'message'>): InvalidPart {
  return { path: path.map(String), message }
}
