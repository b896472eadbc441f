import type { MemberEncoding } from '../../../client/body.ts'
import type { OperationForm } from '../../../client/operation.ts'
import type { ParameterForm } from '../../../client/serialize.ts'
import type { Contract } from '../../../contract/contract.ts'
import { isObject } from '../../../contract/json-pointer.ts'
import { isJson, parseMediaType } from '../../../contract/media-type.ts'
import type { Operation, Parameter } from '../../../contract/operation.ts'
import { pagingOf } from './paging-of.ts'
import { schemesOf, tokenUrlsOf } from './security-schemes.ts'

/** How files of a client name one another: TypeScript allows `.ts` by an option alone. */
export type Extension = '.ts' | '.js'

/** A client as a module, and the modules of the runtime that it uses. */
export interface PrintedClient {
  text: string
  runtime: string[]
}

/** Words that cannot name a function. */
const reserved = new Set(
  'break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with yield let static implements interface package private protected public await async arguments eval undefined'.split(
    ' ',
  ),
)

/** Prints a function for each operation of a document, over the types of `types.ts`. */
export function printClient(contract: Contract, banner: string, extension: Extension): PrintedClient {
  const { document, name, title } = contract
  const Name = capitalized(identifierOf(name))
  const taken = new Set([
    `create${Name}Client`,
    `${Name}Client`,
    'call',
    'createApiClient',
    'operation',
    'paginate',
    'stream',
    'unwrap',
  ])
  const schemes = schemesOf(document)
  const schemeNames = new Map([...schemes].map(([key]) => [key, freeName(`${identifierOf(key)}Scheme`, taken)]))
  const requirementsOf = (security: unknown) => printSecurity(security, schemeNames)
  const operations = [...contract.operations.values()]
  const prints = operations.map((one) => printOperation(one, freeName(functionName(one), taken), requirementsOf))
  const uses = {
    paging: prints.some(({ isPaged }) => isPaged),
    events: prints.some(({ isStreamed }) => isStreamed),
    oauth: tokenUrlsOf(document).length > 0,
  }
  const from = (module: string) => `'./runtime/${module}${extension}'`
  const server = absoluteServer(document.servers)
  const credentials = [...schemes].map(
    ([key, { prefix }]) => `  ${JSON.stringify(key)}?: Credential${prefix === 'Basic' ? ' | UserPassword' : ''}`,
  )
  const lines = [
    `// ${banner}`,
    '',
    `import { type ApiClient, type ApiClientOptions, type Call, createApiClient, operation } from ${from('operation')}`,
    ...(uses.paging ? [`import type { PagedCall } from ${from('paging')}`] : []),
    ...(credentials.length > 0 ? [`import type { Credential } from ${from('credential')}`] : []),
    ...([...schemes.values()].some(({ prefix }) => prefix === 'Basic')
      ? [`import type { UserPassword } from ${from('security')}`]
      : []),
    ...(uses.events ? [`import type { ServerSentEvent } from ${from('events')}`] : []),
    `import type { components, operations, paths } from './types${extension}'`,
    '',
    `export type { CallOptions } from ${from('options')}`,
    `export { ApiError, HttpError } from ${from('errors')}`,
    `export { unwrap } from ${from('unwrap')}`,
    ...(uses.paging ? [`export { paginate } from ${from('paging')}`] : []),
    ...(uses.events ? [`export { stream } from ${from('events')}`] : []),
    ...(uses.oauth ? [`export { clientCredentials, refreshGrant } from ${from('oauth')}`] : []),
    '',
    '/** The schemas of the document by name. */',
    "export type Schemas = components['schemas']",
    '',
    `export interface ${Name}ClientOptions extends Omit<ApiClientOptions, 'baseUrl' | 'credentials'> {`,
    server === undefined
      ? '  /** Address of the server, with the path of the API. */\n  baseUrl: string'
      : `  /** Address of the server; default \`${server}\`. */\n  baseUrl?: string`,
    '  /** A credential for each security scheme that you use: a text, or a function that gives one and is asked again after 401. */',
    credentials.length > 0
      ? `  credentials?: {\n  ${credentials.join('\n  ')}\n  }`
      : '  credentials?: Record<string, never>',
    '}',
    '',
    `/** Made by {@link create${Name}Client}. Its \`GET\`, \`POST\` and the others are those of openapi-fetch. */`,
    `export type ${Name}Client = ApiClient<paths>`,
    ...tokenUrlsOf(document).flatMap(([key, url]) => [
      '',
      `/** Where tokens of the scheme \`${comment(key)}\` come from. */`,
      `export const ${freeName(`${identifierOf(key)}TokenUrl`, taken)} = ${JSON.stringify(url)}`,
    ]),
    ...[...schemes].flatMap(([key, scheme]) => [
      '',
      `const ${schemeNames.get(key)} = ${JSON.stringify(scheme)} as const`,
    ]),
    '',
    `/**\n * A client of ${comment(title)}.\n *\n * @throws {TypeError} for a \`baseUrl\` that is not an address\n */`,
    `export function create${Name}Client(options: ${Name}ClientOptions${server === undefined ? '' : ' = {}'}): ${Name}Client {`,
    `  return createApiClient<paths>(${server === undefined ? 'options' : `{ baseUrl: ${JSON.stringify(server)}, ...options }`}, ${requirementsOf(document.security)})`,
    '}',
    ...prints.flatMap(({ text }) => ['', text]),
    '',
  ]
  const runtime = [
    'operation',
    'options',
    'errors',
    'unwrap',
    'credential',
    ...Object.entries(uses).flatMap(([module, is]) => (is ? [module] : [])),
  ]
  return { text: lines.join('\n'), runtime }
}

function printOperation(operation: Operation, name: string, requirementsOf: (security: unknown) => string) {
  const { id, method, path, node } = operation
  const paging = pagingOf(operation)
  const streamed = streamedType(operation)
  const { security, ...form } = formOf(operation)
  const members = [
    ...Object.entries({ ...form, ...(paging && { paging }) }).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
    ...(security === undefined ? [] : [`security: ${requirementsOf(security)}`]),
  ]
  const type = `operations[${JSON.stringify(id)}]`
  const call = paging ? `PagedCall<${type}, ${JSON.stringify(paging.items)}>` : `Call<${type}>`
  const words = [node.summary, node.description].flatMap((one) =>
    typeof one === 'string' && one.trim() !== '' ? one.trim().split('\n') : [],
  )
  const docs = [
    ...words.slice(0, 12).map((line) => comment(line.trim())),
    ...(words.length > 0 ? [''] : []),
    `\`${method.toUpperCase()} ${comment(path)}\``,
    ...(paging ? ['', `Read all pages with \`paginate(${name}, client)\`.`] : []),
    ...(streamed ? ['', `Read it as it comes with \`stream(${name}, client)\`.`] : []),
    ...(node.deprecated === true ? ['', '@deprecated'] : []),
  ]
  const text = [
    '/**',
    ...docs.map((line) => ` * ${line}`.trimEnd()),
    ' */',
    `export const ${name}: ${call}${streamed ? ` & { readonly item?: ${streamed} }` : ''} = /* @__PURE__ */ operation({ ${members.join(', ')} })`,
  ].join('\n')
  return { text, isPaged: paging !== undefined, isStreamed: streamed !== undefined }
}

/** What the runtime needs to know of an operation: only what is not usual. */
function formOf(operation: Operation): Omit<OperationForm, 'paging' | 'security'> & { security?: unknown } {
  const { method, path, node, http } = operation
  const parameters = parameterForms(operation)
  const contents = http.request?.body?.contents ?? []
  const [content] = [...contents].sort((one, other) => rank(one.mediaType) - rank(other.mediaType))
  const [type] = content ? [content.mediaType] : []
  const encodings = type === undefined ? {} : encodingsOf(operation, type)
  const successes = http.responses.filter(({ code }) => /^2/.test(code)).flatMap(({ contents: all = [] }) => all)
  const key = operation.parameters.find(({ in: place, name }) => place === 'header' && /^idempotency-key$/i.test(name))
  return {
    method,
    path,
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...(type !== undefined &&
      type !== 'application/json' && { body: type.includes('*') ? 'application/octet-stream' : type }),
    ...(Object.keys(encodings).length > 0 && { encodings }),
    ...(node.security !== undefined && { security: node.security }),
    ...(successes.length > 0 &&
      successes.every(({ mediaType }) => isJson(parseMediaType(mediaType))) && { json: true }),
    ...(key && { idempotencyKey: key.name }),
  }
}

/** Callers write JSON and forms as objects, which is easier than text and bytes. */
function rank(mediaType: string): number {
  if (isJson(parseMediaType(mediaType))) return 0
  return /form/i.test(mediaType) ? 1 : 2
}

const usual = { path: 'simple', query: 'form', header: 'simple', cookie: 'form' }

function parameterForms(operation: Operation): NonNullable<OperationForm['parameters']> {
  const forms: Record<string, ParameterForm & { name?: string }> = {}
  for (const { name, in: place, node } of operation.parameters) {
    const style = typeof node.style === 'string' && node.style !== usual[place] ? node.style : undefined
    const explodes = style === undefined ? place === 'query' || place === 'cookie' : style === 'deepObject'
    const form: ParameterForm = {
      in: place,
      ...(style !== undefined && { style }),
      ...(typeof node.explode === 'boolean' && node.explode !== explodes && { explode: node.explode }),
      ...(node.allowReserved === true && { allowReserved: true }),
      ...(node['x-multi-segment'] === true && { segments: true }),
      ...(isJsonContent(node) && { json: true }),
    }
    const isUsual = Object.keys(form).length === 1 && (place === 'query' || place === 'path')
    if (!isUsual && !Object.hasOwn(forms, name)) forms[name] = form
  }
  return forms
}

function isJsonContent({ content }: Parameter['node']): boolean {
  return isObject(content) && Object.keys(content).some((mediaType) => isJson(parseMediaType(mediaType)))
}

function encodingsOf({ http, requestBody }: Operation, mediaType: string): Record<string, MemberEncoding> {
  if (!/form/i.test(mediaType) || requestBody.size === 0) return {}
  const found = http.request?.body?.contents?.find((one) => one.mediaType === mediaType)
  return Object.fromEntries(
    ((found?.encodings ?? []) as unknown as ({ property: string } & Record<string, unknown>)[]).flatMap((one) => {
      const { property, contentType, style, explode } = one
      const encoding = {
        ...(typeof contentType === 'string' && { contentType }),
        ...(typeof style === 'string' && style !== 'form' && { style }),
        ...(explode === false && { explode }),
      }
      return Object.keys(encoding).length > 0 ? [[property, encoding]] : []
    }),
  )
}

/** The type of the items of a streamed answer; undefined for an answer that comes at once. */
function streamedType({ http }: Operation): string | undefined {
  const types = http.responses
    .filter(({ code }) => /^2/.test(code))
    .flatMap(({ contents = [] }) => contents.map(({ mediaType }) => mediaType))
  if (types.some((type) => /^text\/event-stream/i.test(type))) return 'ServerSentEvent'
  return types.some((type) => /(jsonl|json-lines|ndjson|json-seq)/i.test(type)) ? 'unknown' : undefined
}

function printSecurity(security: unknown, names: ReadonlyMap<string, string>): string {
  const requirements = Array.isArray(security) ? security : []
  const printed = requirements.flatMap((requirement) => {
    const entries = Object.entries(Object(requirement) as Record<string, unknown>)
    // A scheme that the client cannot serve is none that the caller can use.
    if (entries.some(([name]) => !names.has(name))) return []
    const scopes = [...new Set(entries.flatMap(([, list]) => (Array.isArray(list) ? list.map(String) : [])))]
    const schemes = entries.map(([name]) => names.get(name)).join(', ')
    return [`{ schemes: [${schemes}]${scopes.length > 0 ? `, scopes: ${JSON.stringify(scopes)}` : ''} }`]
  })
  return `[${printed.join(', ')}]`
}

/** `listPets`; `getPetsByPetId` for an operation that the document does not name. */
function functionName({ id, method, path }: Operation): string {
  const isAddress = id === `${method.toUpperCase()}:${path}`
  return identifierOf(isAddress ? `${method} ${path.replaceAll('{', ' by ').replaceAll('}', '')}` : id)
}

function identifierOf(text: string): string {
  const [first = '', ...rest] = text.split(/[^A-Za-z0-9$]+/).filter((word) => word !== '')
  const name = [first.charAt(0).toLowerCase() + first.slice(1), ...rest.map(capitalized)].join('')
  const safe = /^\d/.test(name) || name === '' ? `_${name}` : name
  return reserved.has(safe) ? `${safe}_` : safe
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function freeName(name: string, taken: Set<string>): string {
  let free = name
  for (let index = 2; taken.has(free); index++) free = `${name}${index}`
  taken.add(free)
  return free
}

/** Text that cannot end the comment that it stands in. */
function comment(text: string): string {
  return text.replaceAll('*/', '*\\/').replaceAll(/[\r\n\u2028\u2029]+/g, ' ')
}

function absoluteServer(servers: unknown): string | undefined {
  const [first] = Array.isArray(servers) ? servers : []
  const variables = Object(Object(first).variables) as Record<string, { default?: unknown } | undefined>
  const url = String(Object(first).url ?? '').replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
    String(variables[name]?.default ?? name),
  )
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? url.replace(/\/+$/, '') : undefined
}
