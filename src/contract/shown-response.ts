import { parseJson } from '../json-text.ts'
import { below, type DocumentNode, follow, isObject, nodeAt, withTarget } from './json-pointer.ts'
import { concreteType, isJson, isXml, parseMediaType } from './media-type.ts'
import { bodyIn, isSequence } from './published/media-example.ts'
import { madeUp, sampleOf } from './schema/make-sample.ts'
import { accepts, schemasOf } from './schema/schemas.ts'
import { type ParameterForm, parameterForm } from './wire/style.ts'

/** A value that a document shows, or one that is made up. */
export interface Example {
  key: string
  value: unknown
}

/** What a document says of the values of a parameter or a header. */
export interface ShownValue {
  /** References within it lead into the document. */
  schema: DocumentNode
  examples: readonly Example[]
}

/** What a document says of a body of one media type. */
export interface BodyContent {
  mediaType: string
  schema: DocumentNode | undefined
  examples: readonly Example[]
  /** Encoding Objects by the names of members. */
  encoding: Readonly<Record<string, object>>
}

/** A response of a document, with one valid example at least for each body that can have one. */
export interface ShownResponse {
  /** `200`, `4XX`, `default` */
  code: string
  headers: readonly { name: string; form: ParameterForm & { json: boolean }; example: Example | undefined }[]
  contents: readonly BodyContent[]
}

/** A part of a document that is not used, with its JSON pointer. */
export type Omit = (leftOut: { pointer: string; reason: string }) => void

/** Headers that the server sets, since they say how the answer is sent. */
const framing = /^(content-(length|encoding|type)|transfer-encoding|connection|keep-alive|trailer|upgrade|te)$/i

/** They tell a browser what to do with the answer, or when it came: no value that is made up is right. */
const steersClients =
  /^(access-control-|cross-origin-|content-security-policy|permissions-policy$|strict-transport-security$|clear-site-data$|refresh$|timing-allow-origin$|x-frame-options$|date$)/i

/** Texts that headers have by their own standards, where the document says no more of them than that they are texts. */
const usualTexts: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-disposition': 'attachment',
  'content-language': 'en',
  'content-location': '/example',
  'content-range': 'bytes 0-0/1',
  etag: '"1"',
  expires: 'Mon, 01 Jan 2024 12:00:00 GMT',
  'last-modified': 'Mon, 01 Jan 2024 12:00:00 GMT',
  link: '<https://example.com/>; rel="self"',
  'retry-after': '1',
  'set-cookie': 'session=example',
  vary: 'Accept',
  'www-authenticate': 'Bearer',
}

/** What a Parameter Object or a Header Object says of its values, also one that has a content. */
export function shownValue(document: DocumentNode, node: DocumentNode): ShownValue {
  const [media = node] = Object.values(Object(node.content))
  const examples = examplesIn(document, Object(media))
  return { schema: withTarget(document, schemaNode(Object(media).schema)), examples }
}

function schemaNode(schema: unknown): DocumentNode {
  return schema === false ? { not: {} } : Object(schema)
}

function examplesIn(document: DocumentNode, { example, examples }: DocumentNode): Example[] {
  if (example !== undefined) return [{ key: 'default', value: example }]
  return Object.entries(Object(examples)).flatMap(([key, one]) => {
    const shown = follow(document, Object(one))
    return 'value' in shown ? [{ key, value: shown.value }] : []
  })
}

/** What a Request Body Object or a Response Object says of its bodies. */
export function contentsOf(document: DocumentNode, { content }: DocumentNode): BodyContent[] {
  return Object.entries(Object(content)).map(([mediaType, media]) => {
    const { schema, itemSchema, encoding, ...shown } = Object(media) as DocumentNode
    const all = [
      ...(schema === undefined ? [] : [schemaNode(schema)]),
      // The items are a list of any length.
      ...(itemSchema === undefined ? [] : [{ type: 'array', items: schemaNode(itemSchema) }]),
    ]
    return {
      // Some documents name what is no media type.
      mediaType: parseMediaType(mediaType) === undefined ? concreteType(mediaType) : mediaType,
      schema: all.length > 1 ? { type: 'array', allOf: all } : all[0],
      examples: examplesIn(document, shown),
      encoding: Object(encoding),
    }
  })
}

/** The responses of an operation, in its order; a plain success where it has none. */
export function shownResponses(
  document: DocumentNode,
  operation: { method: string; pointer: string; responses: ReadonlyMap<string, string> },
  omit: Omit,
): ShownResponse[] {
  const schemas = schemasOf(document, { side: 'response' })
  const responses = Array.from(operation.responses, ([code, pointer]) => showResponse(code, nodeAt(document, pointer)))
  return responses.length > 0 ? responses : [{ code: '200', headers: [], contents: [] }]

  function showResponse(code: string, response: DocumentNode = {}): ShownResponse {
    const at = below(operation.pointer, 'responses', code)
    const hasBody = code !== '204' && code !== '304' && operation.method !== 'head'
    const headers = Object.entries(Object(response.headers)).filter(([name]) => !framing.test(name))
    return {
      code: code.toUpperCase().replace('DEFAULT', 'default'),
      headers: headers.map(([name, described]) => {
        const header = follow(document, Object(described))
        const example = headerExample(name, header, below(at, 'headers', name))
        return { name, form: { ...parameterForm(name, 'header', header), json: header.content !== undefined }, example }
      }),
      contents: hasBody
        ? contentsOf(document, response).map((content) => withExample(content, below(at, 'content', content.mediaType)))
        : [],
    }
  }

  function headerExample(name: string, header: DocumentNode, place: string): Example | undefined {
    const { schema, examples } = shownValue(document, header)
    const isShown =
      examples.length > 0 || ['default', 'const', 'enum', 'example', 'examples'].some((key) => key in schema)
    if (steersClients.test(name) && !isShown) return undefined
    const usual = isShown ? undefined : usualTexts[name.toLowerCase()]
    const shown = usual === undefined ? examples : [{ key: '', value: usual }]
    return {
      key: 'default',
      value: (shown.find(({ value }) => accepts(schemas, schema, value)) ?? makeUp(schema, place, name)).value,
    }
  }

  function withExample({ schema, ...content }: BodyContent, place: string): BodyContent {
    const type = parseMediaType(concreteType(content.mediaType)) ?? ''
    const isOfJson = isJson(type)
    const isOfItems = (value: unknown) => isSequence(type, value) || (type.startsWith('multipart/') && isObject(value))
    // The schema of another media type describes a value before it is written, and not what is written.
    const examples = content.examples
      .map((example) => (isOfJson ? parsed(example, schema) : example))
      .filter((example) => !(isOfJson || Array.isArray(example.value)) || isValid(example, schema, place))
    // One item would show no sequence.
    const several = !isOfJson && schema?.type === 'array' ? { minItems: 2, ...schema } : schema
    const all = examples.length > 0 ? examples : [makeUp(several ?? {}, place, 'text')]
    return {
      ...content,
      schema: isOfJson || isOfItems([]) ? schema : undefined,
      examples: all.map(({ key, value }) => ({
        key,
        // A value of XML and items are written when they are sent: a caller may want JSON instead, and items come one by one.
        value: isXml(type) || isOfItems(value) ? value : bodyIn(content.mediaType, value),
      })),
    }
  }

  /** Many documents write an example in JSON as a text. */
  function parsed(example: Example, schema: DocumentNode = {}): Example {
    if (typeof example.value !== 'string') return example
    const isText = [withTarget(document, schema).type].flat().includes('string')
    const value = !isText && /^\s*[[{]/.test(example.value) ? parseJson(example.value) : undefined
    return value !== undefined && accepts(schemas, schema, value) ? { ...example, value } : example
  }

  function isValid({ key, value }: Example, schema: DocumentNode | undefined, place: string): boolean {
    if (accepts(schemas, schema, value)) return true
    omit({ pointer: place, reason: `the example ${key} is not valid, and replaced` })
    return false
  }

  function makeUp(schema: DocumentNode, place: string, hint: string): Example {
    const { value, isValid } = sampleOf(schema, { schemas, hint })
    if (!isValid) omit({ pointer: place, reason: 'no valid example is found' })
    return { key: madeUp, value }
  }
}
