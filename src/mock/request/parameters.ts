import type { InvalidPart } from '../../behaviour/refusal.ts'
import { int64Range, integerRange, isInt64 } from '../../contract/integers.ts'
import { type DocumentNode, setOwn, valueAt } from '../../contract/json-pointer.ts'
import type { Parameter } from '../../contract/operation.ts'
import type { SchemaError } from '../../contract/schema/schema-error.ts'
import { type Schemas, schemasOf } from '../../contract/schema/schemas.ts'
import { compileParameter, type MessageParts } from '../../contract/wire/parameter.ts'
import { pointerView, schemaPointer } from '../../contract/wire/schema-views.ts'
import { preferenceParameters } from './undocumented-parts.ts'

export type Values = Record<string, unknown>

export interface ParametersReader {
  /** Parameters converted to the types of the document, defaults filled in, by their documented names. */
  read(message: MessageParts): { values: Values; violations: readonly InvalidPart[] }
}

/** The schemas of a document as the readers of the mock use them. */
export interface MessageSchemas {
  document: DocumentNode
  /** Integers without the format `int64` are doubles for the behaviours of this interface. */
  isDouble: boolean
  schemas: Schemas
  view: ReturnType<typeof pointerView>
}

export function messageSchemas(
  document: DocumentNode,
  side: Schemas['side'],
  { isDouble }: Pick<MessageSchemas, 'isDouble'>,
): MessageSchemas {
  const schemas = schemasOf(document, { side })
  const accepts = (pointer: string, value: unknown) => schemas.accepts(valueAt(document, pointer), value)
  return { document, isDouble, schemas, view: pointerView(document, accepts) }
}

/** Reads the parameters of one place. */
export function compileParameters(
  of: MessageSchemas,
  place: Parameter['in'],
  declared: readonly Pick<Parameter, 'name' | 'node' | 'pointer'>[],
): ParametersReader {
  const { document, schemas, view } = of
  const specs = declared.map(({ name, node, pointer }) => {
    const schema = schemaPointer(document, pointer)
    const others = [...declared.map((one) => one.name).filter((other) => other !== name), ...preferenceParameters]
    // The name in messages: headers have it in lower case.
    const key = place === 'header' ? name.toLowerCase() : name
    const read = compileParameter(name, place, node, { schema, view, others })
    const described: DocumentNode = schema === undefined ? {} : view.nodeOf(schema)
    return { name, key, node, schema: schema && valueAt(document, schema), described, read }
  })

  return {
    read(message) {
      const values: Values = {}
      const missing: InvalidPart[] = []
      const violations: InvalidPart[] = []
      for (const { name, key, node, schema, described, read } of specs) {
        const found = read(message)
        const value = found && 'value' in found ? found.value : undefined
        if (found === undefined ? described.default !== undefined : value !== undefined)
          setOwn(values, name, value ?? described.default)
        if (found === undefined) {
          if (node.required !== true) continue
          missing.push({ path: [place], message: `Request ${place} must have required property '${key}'` })
        } else if ('expected' in found) {
          violations.push({
            path: [place, name],
            message: `Request ${place} parameter ${name} ${mustBe(found.expected)}`,
          })
        } else if (!found.isEmpty && schema !== undefined) {
          const errors = schemas.errors(schema, value).map((error) => below(error, key))
          violations.push(...errors.map((error) => violationOf(error, 'Request', place)))
          if (errors.length === 0 && of.isDouble)
            violations.push(
              ...wideIntegers(
                value,
                `Request ${place} parameter`,
                [place, name],
                JSON.stringify(described).includes('"int64"'),
              ),
            )
        }
      }
      return { values, violations: [...missing, ...violations] }
    },
  }
}

/** In the words of the request-parameter library, which reads forms. */
export function mustBe(expected: string): string {
  return expected === 'valid UTF-8' ? 'has to be valid UTF-8' : `must be ${expected}`
}

function below(error: SchemaError, key: string): SchemaError {
  return { ...error, instancePath: `/${key}${error.instancePath}` }
}

/** Violations for integers that a behaviour would have to round, and those beyond the range of their format. */
export function wideIntegers(value: unknown, what: string, path: string[], isWide: boolean): InvalidPart[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, one]) => wideIntegers(one, what, [...path, key], isWide))
  if (typeof value !== 'bigint' || (isWide && isInt64(String(value)))) return []
  const place = path.slice(1).join('.')
  return [{ path, message: [what, ...(place === '' ? [] : [place]), isWide ? int64Range : integerRange].join(' ') }]
}

/** An error of a schema in the words of Prism. */
export function violationOf(
  { instancePath, message, params }: SchemaError,
  of: 'Request' | 'Response',
  place: string,
): InvalidPart {
  const names = instancePath.split('/').filter((name) => name !== '')
  const { allowedValues, additionalProperty, unevaluatedProperty } = params
  const allowed = Array.isArray(allowedValues) ? `: ${allowedValues.join(', ')}` : ''
  const found =
    additionalProperty === undefined
      ? unevaluatedProperty === undefined
        ? ''
        : `: '${unevaluatedProperty}'`
      : `; found '${additionalProperty}'`
  const kind = names.length === 0 ? [] : [place === 'body' ? 'property' : 'parameter', names.join('.').trim()]
  const words = [of, place, ...kind, `${message}${allowed}${found}`]
  return { path: [place, ...names], message: words.join(' ') }
}
