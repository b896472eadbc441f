import { transformOas3Operation } from '@stoplight/http-spec/oas3/operation'
import type {
  IHttpHeaderParam,
  IHttpOperation,
  IHttpOperationResponse,
  IHttpParam,
  IMediaTypeContent,
} from '@stoplight/types'
import { below, isObject } from '../json-pointer.ts'
import { isJson, parseMediaType } from '../media-type.ts'
import { sampleOf } from './make-sample.ts'
import { bodyIn, concreteType } from './media-example.ts'
import type { LeftOut, Node } from './normalize.ts'
import type { PreparedSchema, SchemaBundle, Side } from './schema-bundle.ts'

/** What the operations of one document share. */
export interface OperationSource {
  document: Node
  bundle: SchemaBundle
  omit: (leftOut: LeftOut) => void
}

/** Headers that the server sets, since they say how the answer is sent. */
const framing = /^(content-(length|encoding|type)|transfer-encoding|connection|keep-alive|trailer|upgrade|te)$/i

/** An operation in the form of Prism, with one valid example at least for each answer that can have one. */
export function buildOperation(
  { document, bundle, omit }: OperationSource,
  path: string,
  method: string,
): IHttpOperation {
  const http = transformOas3Operation({
    // Without its schemas, so that references to them stay references.
    document: {
      ...document,
      jsonSchemaDialect: 'prepared',
      components: { ...Object(document.components), schemas: {} },
    },
    name: path,
    method,
    config: { type: 'operation', documentProp: 'paths', nameProp: 'path' },
  }) as IHttpOperation
  const at = below('/paths', path, method)
  const shared: Record<string, unknown> = {}
  const prepare = (schema: unknown, side: Side): PreparedSchema => {
    const prepared = bundle.prepare(schema, side)
    Object.assign(shared, prepared.bundle)
    return prepared
  }

  const parameters = (list: readonly IHttpParam[] | undefined, keep: (name: string) => boolean) =>
    (list ?? []).filter(({ name }) => keep(name)).map((parameter) => completeParameter(parameter))
  const { body, path: inPath, query, headers, cookie } = http.request ?? {}
  const operation = {
    ...http,
    iid: http.iid ?? '',
    servers: [],
    request: {
      ...(body && {
        body: { ...body, contents: body.contents?.map((content) => prepareContent(content, 'request')) ?? [] },
      }),
      path: parameters(inPath, (name) => path.includes(`{${name}}`)),
      query: parameters(query, () => true),
      // OpenAPI says that these are ignored: media types and security schemes say the same.
      headers: parameters(headers, (name) => !/^(accept|content-type|authorization)$/i.test(name)),
      cookie: parameters(cookie, () => true),
    },
    responses: http.responses.map(completeResponse),
  }
  if (operation.responses.length === 0) operation.responses.push({ id: '', code: '200', headers: [], contents: [] })
  Object.defineProperty(operation, '__bundled__', { value: bundle.join(shared), enumerable: true })
  return operation as unknown as IHttpOperation

  function completeParameter<T extends IHttpParam | IHttpHeaderParam>(parameter: T, side: Side = 'request'): T {
    const { content } = parameter as { content?: Record<string, { schema?: unknown }> }
    const [first] = Object.values(content ?? {})
    const { schema } = prepare(first?.schema ?? parameter.schema ?? {}, side)
    // Readers of parameters look for the type at the top.
    return { ...parameter, schema: follow(schema), ...(first && { isJson: true }) } as T
  }

  function follow(schema: Node): Node {
    const { $ref, ...rest } = schema
    const target = typeof $ref === 'string' ? shared[$ref.replace('#/__bundled__/', '')] : undefined
    return isObject(target) ? follow({ ...target, ...rest }) : schema
  }

  function prepareContent(content: IMediaTypeContent, side: Side): IMediaTypeContent {
    const { schema, ...rest } = content
    // Parameters of a media type decide nothing, and some documents name what is no media type.
    const mediaType = parseMediaType(content.mediaType) ?? concreteType(content.mediaType)
    return { ...rest, mediaType, ...(schema && { schema: prepare(schema, side).schema }) } as IMediaTypeContent
  }

  function completeResponse(response: IHttpOperationResponse): IHttpOperationResponse {
    const place = below(at, 'responses', response.code)
    const hasBody = response.code !== '204' && response.code !== '304' && method !== 'head'
    return {
      ...response,
      code: response.code.toUpperCase().replace('DEFAULT', 'default'),
      headers:
        response.headers
          ?.filter(({ name }) => !framing.test(name))
          .map((header) => {
            const complete = completeParameter(header, 'response')
            const { value } = exampleOf(complete, below(place, 'headers', header.name), header.name)
            return { ...complete, examples: [{ id: '', key: 'default', value }] }
          }) ?? [],
      contents: hasBody
        ? (response.contents ?? []).map((content) =>
            completeContent(content, below(place, 'content', content.mediaType)),
          )
        : [],
    }
  }

  function completeContent(content: IMediaTypeContent, place: string): IMediaTypeContent {
    const isOfJson = isJson(parseMediaType(concreteType(content.mediaType)))
    const prepared = withParsedExamples(prepareContent(content, 'response'), isOfJson)
    // The schema of another media type describes a value before it is written, and not what is written.
    const { schema, ...rest } = prepared
    const examples = isOfJson
      ? validExamples(prepared, place)
      : (prepared.examples ?? []).filter((example) => 'value' in example)
    const made = examples.length > 0 ? [] : [{ id: '', key: 'generated', ...exampleOf(prepared, place, 'text') }]
    const all = [...examples, ...made].map((example) =>
      'value' in example ? { ...example, value: bodyIn(content.mediaType, example.value, 'root') } : example,
    )
    return { ...rest, ...(isOfJson && schema && { schema }), examples: all }
  }

  /** Many documents write an example in JSON as a text. */
  function withParsedExamples(content: IMediaTypeContent, isOfJson: boolean): IMediaTypeContent {
    const { schema, examples = [] } = content
    if (!isOfJson || !examples.some((example) => 'value' in example && typeof example.value === 'string'))
      return content
    const isFit = (value: unknown) => !schema || bundle.accepts({ schema: schema as Node, bundle: shared }, value)
    const isText = [Object(follow(Object(schema))).type].flat().includes('string')
    const parsed = examples.map((example) => {
      const value =
        'value' in example && typeof example.value === 'string' && !isText ? parseJson(example.value) : undefined
      return value !== undefined && isFit(value) ? { ...example, value } : example
    })
    return { ...content, examples: parsed }
  }

  function validExamples({ schema, examples = [] }: IMediaTypeContent, place: string) {
    if (!schema) return examples.filter((example) => 'value' in example)
    const prepared = { schema: schema as Node, bundle: shared }
    return examples.filter((example) => {
      if (!('value' in example)) return false
      if (bundle.accepts(prepared, example.value)) return true
      omit({ pointer: place, reason: `the example ${example.key} is not valid, and replaced` })
      return false
    })
  }

  function exampleOf(
    node: { schema?: unknown; examples?: readonly object[] | undefined },
    place: string,
    hint: string,
  ): { value: unknown; isInvalid?: true } {
    const schema = (node.schema ?? {}) as Node
    const accepts = (one: object, value: unknown) => bundle.accepts({ schema: one as Node, bundle: shared }, value)
    for (const example of node.examples ?? [])
      if ('value' in example && accepts(schema, example.value)) return { value: example.value }
    const { value, isValid } = sampleOf(schema, { bundle: shared, side: 'response', accepts, hint })
    if (isValid) return { value }
    omit({ pointer: place, reason: 'no valid example is found' })
    return { value, isInvalid: true }
  }
}

/** The object or list that a text holds in JSON; undefined for any other text. */
function parseJson(text: string): unknown {
  try {
    return /^\s*[[{]/.test(text) ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
