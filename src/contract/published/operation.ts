import type {
  IHttpHeaderParam,
  IHttpOperation,
  IHttpOperationResponse,
  IHttpParam,
  IMediaTypeContent,
} from '@stoplight/types'
import { parseJson } from '../../json-text.ts'
import { below, isObject, withTarget } from '../json-pointer.ts'
import { concreteType, isJson, isXml, parseMediaType } from '../media-type.ts'
import { httpOperationOf, isIgnoredHeader, type Operation } from '../operation.ts'
import { madeUp, sampleOf } from '../schema/make-sample.ts'
import { accepts, type Schemas, schemasOf } from '../schema/schemas.ts'
import { bodyIn, isSequence } from './media-example.ts'
import type { LeftOut, Node } from './normalize.ts'

/** What the operations of one document share. */
export interface OperationSource {
  document: Node
  omit: (leftOut: LeftOut) => void
}

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

/** An operation in the form of Prism, with one valid example at least for each answer that can have one. */
export function buildOperation(source: OperationSource, operation: Omit<Operation, 'http'>): IHttpOperation {
  const { document } = source
  const { path, method } = operation
  const http = httpOperationOf(document, operation)
  const builder = new OperationBuilder(source, operation.pointer)
  const { body, path: inPath, query, headers, cookie } = http.request ?? {}
  const responses = http.responses.map((response) => builder.response(response, method))
  const built = {
    ...http,
    request: {
      ...(body && {
        body: { ...body, contents: body.contents?.map((content) => builder.content(content)) ?? [] },
      }),
      path: builder.parameters(inPath?.filter(({ name }) => path.replace(/[?#].*/, '').includes(`{${name}}`))),
      query: builder.parameters(query),
      headers: builder.parameters(headers?.filter(({ name }) => !isIgnoredHeader({ in: 'header', name }))),
      cookie: builder.parameters(cookie),
    },
    responses: responses.length > 0 ? responses : [{ id: '', code: '200', headers: [], contents: [] }],
  }
  return built as unknown as IHttpOperation
}

class OperationBuilder {
  readonly #document: Node
  readonly #schemas: Schemas
  readonly #omit: OperationSource['omit']
  readonly #at: string

  constructor({ document, omit }: OperationSource, at: string) {
    this.#document = document
    this.#schemas = schemasOf(document, { side: 'response' })
    this.#omit = omit
    this.#at = at
  }

  parameters(list: readonly IHttpParam[] = []): IHttpParam[] {
    return list.map((parameter) => this.#parameter(parameter))
  }

  content(content: IMediaTypeContent): IMediaTypeContent {
    // Some documents name what is no media type.
    const isType = parseMediaType(content.mediaType) !== undefined
    return { ...content, mediaType: isType ? content.mediaType : concreteType(content.mediaType) }
  }

  response(response: IHttpOperationResponse, method: string): IHttpOperationResponse {
    const place = below(this.#at, 'responses', response.code)
    const hasBody = response.code !== '204' && response.code !== '304' && method !== 'head'
    const headers = response.headers?.filter(({ name }) => !framing.test(name)) ?? []
    const contents = hasBody ? (response.contents ?? []) : []
    return {
      ...response,
      code: response.code.toUpperCase().replace('DEFAULT', 'default'),
      headers: headers.map((header) => {
        const complete = this.#parameter(header)
        const isShown = this.#isShown(complete)
        if (steersClients.test(header.name) && !isShown) return { ...complete, examples: [] }
        const usual = isShown ? undefined : usualTexts[header.name.toLowerCase()]
        const own = usual === undefined ? complete : { ...complete, examples: [{ value: usual }] }
        const { value } = this.#exampleOf(own, below(place, 'headers', header.name), header.name)
        return { ...complete, examples: [{ id: '', key: 'default', value }] }
      }),
      contents: contents.map((content) => this.#answer(content, below(place, 'content', content.mediaType))),
    }
  }

  #accepts(schema: unknown, value: unknown): boolean {
    return accepts(this.#schemas, schema, value)
  }

  #parameter<T extends IHttpParam | IHttpHeaderParam>(parameter: T): T {
    const { content } = parameter as { content?: Record<string, { schema?: unknown }> }
    const [first] = Object.values(content ?? {})
    return first ? ({ ...parameter, schema: this.#follow(first.schema), isJson: true } as T) : parameter
  }

  /** Whether the document itself has a value. */
  #isShown({ schema, examples = [] }: IHttpHeaderParam): boolean {
    const shown = ['default', 'const', 'enum', 'example', 'examples']
    return examples.length > 0 || shown.some((key) => Object.hasOwn(this.#follow(schema), key))
  }

  #follow(schema: unknown): Node {
    return withTarget(this.#document, Object(schema))
  }

  #answer(content: IMediaTypeContent, place: string): IMediaTypeContent {
    const { schema, examples: shown = [], ...rest } = this.content(content)
    const type = parseMediaType(concreteType(content.mediaType)) ?? ''
    const isOfJson = isJson(type)
    const isOfItems = (value: unknown) => isSequence(type, value) || (type.startsWith('multipart/') && isObject(value))
    const given = shown.filter((example) => 'value' in example)
    // The schema of another media type describes a value before it is written, and not what is written.
    const examples = given
      .map((example) => (isOfJson ? this.#parsed(example, schema) : example))
      .filter((example) => !(isOfJson || Array.isArray(example.value)) || this.#isValid(example, schema, place))
    // One item would show no sequence.
    const several = !isOfJson && Object(schema).type === 'array' ? { minItems: 2, ...Object(schema) } : schema
    const made =
      examples.length > 0 ? [] : [{ id: '', key: madeUp, ...this.#exampleOf({ schema: several }, place, 'text') }]
    const all = [...examples, ...made].map((example) => ({
      ...example,
      // A value of XML and items are written when they are sent: a caller may want JSON instead, and items come one by one.
      value: isXml(type) || isOfItems(example.value) ? example.value : bodyIn(content.mediaType, example.value),
    }))
    return { ...rest, ...((isOfJson || isOfItems([])) && schema && { schema }), examples: all }
  }

  /** Many documents write an example in JSON as a text. */
  #parsed<T extends { value?: unknown }>(example: T, schema: unknown): T {
    if (typeof example.value !== 'string') return example
    const isText = [this.#follow(schema).type].flat().includes('string')
    const value = !isText && /^\s*[[{]/.test(example.value) ? parseJson(example.value) : undefined
    return value !== undefined && this.#accepts(schema, value) ? { ...example, value } : example
  }

  #isValid({ key, value }: { key: string; value?: unknown }, schema: unknown, place: string): boolean {
    if (this.#accepts(schema, value)) return true
    this.#omit({ pointer: place, reason: `the example ${key} is not valid, and replaced` })
    return false
  }

  #exampleOf(
    { schema, examples = [] }: { schema?: unknown; examples?: readonly object[] | undefined },
    place: string,
    hint: string,
  ): { value: unknown; isInvalid?: true } {
    for (const example of examples)
      if ('value' in example && this.#accepts(schema, example.value)) return { value: example.value }
    const { value, isValid } = sampleOf(schema ?? {}, { schemas: this.#schemas, hint })
    if (isValid) return { value }
    this.#omit({ pointer: place, reason: 'no valid example is found' })
    return { value, isInvalid: true }
  }
}
