import type { InvalidPart } from '../../behaviour/refusal.ts'
import { int64Range, integerRange, isInt64 } from '../../contract/integers.ts'
import { type DocumentNode, setOwn, valueAt } from '../../contract/json-pointer.ts'
import type { Parameter } from '../../contract/operation.ts'
import type { SchemaError } from '../../contract/schema/schema-error.ts'
import { type Schemas, schemasOf } from '../../contract/schema/schemas.ts'
import { compileParameter, type MessageParts, type ParameterPlace } from '../../contract/wire/parameter.ts'
import { pointerView, schemaPointer } from '../../contract/wire/schema-views.ts'
import { preferenceParameters } from './undocumented-parts.ts'

export type Values = Record<string, unknown>

/**
 * Parameters converted to the types of the document, defaults filled in, by their documented names.
 *
 * @param invalid gets what is wrong with them
 */
export type ParametersReader = (message: MessageParts, invalid: InvalidPart[]) => Values

/** The schemas of a document as the readers of requests use them. */
export interface MessageSchemas {
  document: DocumentNode
  /** Integers without the format `int64` are doubles for the behaviours of this interface. */
  isDouble: boolean
  schemas: Schemas
  view: ReturnType<typeof pointerView>
}

export function messageSchemas(document: DocumentNode, isDouble = false): MessageSchemas {
  const schemas = schemasOf(document, { side: 'request' })
  const accepts = (pointer: string, value: unknown) => schemas.accepts(valueAt(document, pointer), value)
  return { document, isDouble, schemas, view: pointerView(document, accepts) }
}

/** Compiles the reader of the parameters of one place. */
export function compileParameters(
  { document, schemas, view, isDouble }: MessageSchemas,
  place: ParameterPlace,
  declared: readonly Pick<Parameter, 'name' | 'node' | 'pointer'>[],
): ParametersReader {
  const specs = declared.map(({ name, node, pointer }) => {
    const schema = schemaPointer(document, pointer)
    const others = [...declared.map((one) => one.name).filter((other) => other !== name), ...preferenceParameters]
    const described: DocumentNode = schema === undefined ? {} : view.nodeOf(schema)
    return {
      name,
      // The name in messages: headers have it in lower case.
      key: place === 'header' ? name.toLowerCase() : name,
      isRequired: node.required === true,
      usual: described.default,
      schema: schema && valueAt(document, schema),
      hasInt64: JSON.stringify(described).includes('"int64"'),
      read: compileParameter(name, place, pointer, { view, others }),
    }
  })

  return (message, invalid) => {
    const values: Values = {}
    let wrong: InvalidPart[] | undefined
    for (const { name, key, isRequired, usual, schema, hasInt64, read } of specs) {
      const found = read(message)
      if (found === undefined) {
        if (usual !== undefined) setOwn(values, name, usual)
        if (isRequired)
          invalid.push({ path: [place], message: `Request ${place} must have required property '${key}'` })
      } else if ('expected' in found) {
        const message = `Request ${place} parameter ${name} ${mustBe(found.expected)}`
        wrong = [...(wrong ?? []), { path: [place, name], message }]
      } else {
        const { value, isEmpty } = found
        if (value !== undefined) setOwn(values, name, value)
        if (isEmpty || schema === undefined) continue
        const errors = schemas.errors(schema, value)
        const added =
          errors.length > 0
            ? errors.map((error) => violationOf(below(error, key), place))
            : isDouble
              ? wideIntegers(value, `Request ${place} parameter`, [place, name], hasInt64)
              : none
        if (added.length > 0) wrong = [...(wrong ?? []), ...added]
      }
    }
    if (wrong) invalid.push(...wrong)
    return values
  }
}

const none: readonly InvalidPart[] = []

/** In the words of the request-parameter library, which reads forms. */
export function mustBe(expected: string): string {
  return expected === 'valid UTF-8' ? 'has to be valid UTF-8' : `must be ${expected}`
}

function below(error: SchemaError, key: string): SchemaError {
  return { ...error, instancePath: `/${key}${error.instancePath}` }
}

/** Violations for integers that a behaviour would have to round, and those beyond the range of their format. */
export function wideIntegers(value: unknown, what: string, path: string[], isWide: boolean): readonly InvalidPart[] {
  if (typeof value === 'object' && value !== null) {
    let found = none
    for (const [key, one] of Object.entries(value)) {
      if (typeof one !== 'object' && typeof one !== 'bigint') continue
      const inside = wideIntegers(one, what, [...path, key], isWide)
      if (inside.length > 0) found = [...found, ...inside]
    }
    return found
  }
  if (typeof value !== 'bigint' || (isWide && isInt64(String(value)))) return none
  const place = path.slice(1).join('.')
  return [{ path, message: [what, ...(place === '' ? [] : [place]), isWide ? int64Range : integerRange].join(' ') }]
}

/** An error of a schema in the words of Prism. */
export function violationOf(error: SchemaError, place: string): InvalidPart {
  const { instancePath, keyword, message, member, parentSchema } = error
  const names = instancePath.split('/').filter((name) => name !== '')
  const allowed = keyword === 'enum' ? `: ${(parentSchema.enum as unknown[]).join(', ')}` : ''
  const found =
    keyword === 'additionalProperties'
      ? `; found '${member}'`
      : keyword === 'unevaluatedProperties'
        ? `: '${member}'`
        : ''
  const kind = names.length === 0 ? [] : [place === 'body' ? 'property' : 'parameter', names.join('.').trim()]
  const words = ['Request', place, ...kind, `${message}${allowed}${found}`]
  return { path: [place, ...names], message: words.join(' ') }
}
