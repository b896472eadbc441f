import { isDeepStrictEqual } from 'node:util'
import type { AttemptInput } from '../../check/check.ts'
import { serializeBody } from '../../client/body.ts'
import { membersOf, objectsIn, withValueAt } from '../../contract/collections/body-shape.ts'
import { isObject } from '../../contract/json-pointer.ts'
import { concreteType, isJson, parseMediaType, usualBoundary } from '../../contract/media-type.ts'
import { type Operation, shownParameters } from '../../contract/operation.ts'
import { bodyIn } from '../../contract/published/media-example.ts'
import { sampleOf } from '../../contract/schema/make-sample.ts'
import { mergeParts } from '../../contract/schema/merge.ts'
import { acceptsIn, schemasOf } from '../../contract/schema/schemas.ts'
import type { BodyContent, Example } from '../../contract/shown-response.ts'
import type { ParameterPlace } from '../../contract/wire/parameter.ts'
import { printJson } from '../../json-text.ts'

/** A parameter or a body of an operation. */
interface Described {
  schema?: unknown
  examples?: readonly Example[]
}

/** A value that the document shows, or one that its schema accepts. */
export function valueFor(operation: Operation, { schema, examples = [] }: Described, hint: string): unknown {
  const { document } = operation
  const shown = examples.find(({ value }) => acceptsIn(document, schema, value))
  if (shown) return shown.value
  return sampleOf(schema, { schemas: schemasOf(document, { side: 'request' }), hint }).value
}

/** The first of the body variants that are guessed from prose. */
export const quotedVariants = 4

/** Number of the bodies that may be tried for one creation, the fullest first: a server may refuse what its schemas accept. */
export function countVariants(operation: Operation): number {
  const content = bodyOf(operation)
  const full = content && valueFor(operation, content, 'text')
  const isQuoted = content && !isDeepStrictEqual(withQuoted(operation, content, full, 0), full)
  return isQuoted ? quotedVariants + 2 : quotedVariants
}

/**
 * A body that the schemas of an operation accept.
 *
 * @param variant 0: with all members. 1: only with those that are required. 2 and 3: the same with values that make sense together. 4 and 5:
 * with the first, or the second, of the values that a description quotes: `one of 'file', 'directory'`
 */
export function bodyVariant(operation: Operation, content: BodyContent, variant: number): unknown {
  const { schema } = content
  const { document } = operation
  const full = valueFor(operation, content, 'text')
  if (variant >= quotedVariants) return withQuoted(operation, content, full, variant - quotedVariants)
  const options = { schemas: schemasOf(document, { side: 'request' }), size: 'minimal' } as const
  const body = variant % 2 === 0 ? full : sampleOf(schema, options).value
  const sensible = variant < 2 ? body : withSense(body, '')
  return acceptsIn(document, schema, sensible) ? sensible : body
}

/** A body with texts that their descriptions quote, the first of each or the second, where the schema accepts them. */
export function withQuoted({ document }: Operation, { schema }: BodyContent, example: unknown, index: number): unknown {
  let body = example
  for (const object of objectsIn({ schema: mergeParts(schema, schemasOf(document)), example, place: [], document }))
    for (const { place, schema: member } of membersOf(object)) {
      const quoted = [...String(member.description).matchAll(/['"`]([\w./-]+)['"`]/g)].map(([, value]) => value)
      if (member.type !== 'string' || member.enum !== undefined || quoted.length < 2) continue
      const changed = withValueAt(body, place, quoted[index])
      if (acceptsIn(document, schema, changed)) body = changed
    }
  return body
}

const day = 86_400_000

/** Dates in the future, each end after its beginning, and each maximum above its minimum. */
function withSense(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withSense(item, name))
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withSense(member, key)]))
  const isLater = /end|until|expir|due|finish|out|to$|max|high|upper/i.test(name)
  if (typeof value === 'number') return isLater && /max|high|upper/i.test(name) ? value + 10 : value
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return value
  const moment = new Date(Math.floor(Date.now() / day) * day + (isLater ? 9 : 2) * day).toISOString()
  return value.includes('T') ? moment.replace('.000', '') : moment.slice(0, 10)
}

/** The body that an operation takes, in JSON where it takes that. */
export function bodyOf({ contents, method }: Operation): BodyContent | undefined {
  if (method === 'get' || method === 'head') return undefined
  return contents.find(({ mediaType }) => isJson(parseMediaType(concreteType(mediaType)))) ?? contents[0]
}

/**
 * A request that the document of an operation allows: what is required, and the whole body.
 *
 * @param values of parameters, by `<place> <name>`; the others are made up
 */
export function validRequest(operation: Operation, values: ReadonlyMap<string, unknown> = new Map()): AttemptInput {
  const fill = (place: ParameterPlace) =>
    shownParameters(operation, place)
      .filter(({ name, required }) => required || place === 'path' || values.has(`${place} ${name}`))
      .map((parameter): [string, unknown] => {
        const { name } = parameter
        const value = values.get(`${place} ${name}`) ?? valueFor(operation, parameter, name)
        // Many servers take an empty parameter as an absent one, and an empty segment would be another path.
        return [
          name,
          value === '' && (place === 'path' || acceptsIn(operation.document, parameter.schema, 'x')) ? 'x' : value,
        ]
      })
  const cookies = fill('cookie').map(([name, value]) => `${name}=${textOf(value)}`)
  const sent = fill('header').map(([name, value]) => [name.toLowerCase(), textOf(value).replaceAll(/[^ -~]/g, '?')])
  const input = {
    path: Object.fromEntries(fill('path').map(([name, value]) => [name, inQuery(value)])),
    query: Object.fromEntries(fill('query').map(([name, value]) => [name, inQuery(value)])),
    headers: { ...Object.fromEntries(sent), ...(cookies.length > 0 && { cookie: cookies.join('; ') }) },
  }
  const content = bodyOf(operation)
  return content ? withBody(input, content, valueFor(operation, content, 'text')) : input
}

/** The request with another body, in the form of its media type. An example may show a form as it is sent. */
export function withBody(input: AttemptInput, { mediaType, encoding }: BodyContent, body: unknown): AttemptInput {
  const given = concreteType(mediaType)
  const essence = parseMediaType(given) ?? given
  const isWritten = typeof body === 'string' && /form-(urlencoded|data)$/.test(essence)
  const type = essence === 'multipart/form-data' && !isWritten ? `${essence}; boundary=${usualBoundary}` : given
  const written = () => {
    if (isJson(essence)) return printJson(body)
    if (isWritten || essence !== 'application/x-www-form-urlencoded') return isWritten ? body : bodyIn(type, body)
    return serializeBody(body, essence, encoding)
  }
  return { ...input, headers: { ...input.headers, 'content-type': type }, body: written() }
}

function inQuery(value: unknown): unknown {
  return Array.isArray(value) ? value.map(textOf) : textOf(value)
}

function textOf(value: unknown): string {
  return isObject(value) ? printJson(value) : String(value)
}
