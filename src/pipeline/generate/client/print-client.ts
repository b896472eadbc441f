import type { MemberEncoding } from '../../../client/body.ts'
import type { OperationForm, Paging } from '../../../client/operation.ts'
import type { SecurityScheme } from '../../../client/security.ts'
import type { ParameterForm } from '../../../client/serialize.ts'
import { clientNames, identifierOf } from '../../../contract/client-names.ts'
import { listsIn, membersOf, namesOf, objectsIn, shownBody } from '../../../contract/collections/body-shape.ts'
import { isNamed, isNextCursor, pagingRole, totals } from '../../../contract/collections/paging.ts'
import type { Contract } from '../../../contract/contract.ts'
import { type DocumentNode, follow, isObject, nodeAt } from '../../../contract/json-pointer.ts'
import { isJson, parseMediaType } from '../../../contract/media-type.ts'
import { mediaTypesAt, type Operation, type Parameter } from '../../../contract/operation.ts'
import { securitySchemesOf } from '../../../contract/security.ts'
import { parameterForm } from '../../../contract/wire/style.ts'

/** How files of a client name one another: TypeScript allows `.ts` by an option alone. */
export type Extension = '.ts' | '.js'

/** A module of the runtime: the names that a client may use, and those that it exports. */
type Module = [name: string, used: string[], exported: string[]]

const usualModules: readonly Module[] = [
  ['operation', ['type ApiClient', 'type ApiClientOptions', 'type Call', 'createApiClient', 'operation'], ['unwrap']],
  ['options', [], ['type CallOptions']],
  ['errors', [], ['ApiError', 'HttpError']],
  ['security', ['type Credential', 'type UserPassword'], []],
]
const pagingModule: Module = ['paging', ['type PagedCall'], ['paginate']]
const streamModule: Module = ['stream', ['type ServerSentEvent'], ['stream']]
const tokenModule: Module = ['oauth', [], ['clientCredentials', 'refreshGrant']]

/** A client as a module, and the modules of the runtime that it uses. */
export interface PrintedClient {
  text: string
  runtime: string[]
}

/**
 * Prints a function for each operation of a document, over the types of `types.ts`.
 *
 * @param runtime folder of the runtime, relative to the module
 */
export function printClient(contract: Contract, banner: string, extension: Extension, runtime: string): PrintedClient {
  const { document, title, operations } = contract
  const names = clientNames(contract)
  const nodes = [...securitySchemesOf(document)]
  const schemes = new Map(nodes.flatMap(([name, node]) => schemeOf(name, node) ?? []))
  const schemeNames = new Map([...schemes.keys()].map((key) => [key, names.free(`${identifierOf(key)}Scheme`)]))
  const requirementsOf = (security: unknown) => printSecurity(security, schemeNames)
  const server = absoluteServer(document.servers)
  const tokenUrls = nodes.flatMap(([name, node]) => tokenUrlOf(node).map((url) => [name, url] as const))
  const credentials = [...schemes].map(
    ([key, { prefix }]) => `    ${JSON.stringify(key)}?: Credential${prefix === 'Basic' ? ' | UserPassword' : ''}`,
  )
  const body = [
    '/** The schemas of the document by name. */',
    "export type Schemas = components['schemas']",
    '',
    `export interface ${names.client}Options extends Omit<ApiClientOptions, 'baseUrl' | 'credentials'> {`,
    server === undefined
      ? '  /** Address of the server, with the path of the API. */\n  baseUrl: string'
      : `  /** Address of the server; default \`${server}\`. */\n  baseUrl?: string`,
    '  /** A credential for each security scheme that you use: a text, or a function that gives one and is asked again after 401. */',
    credentials.length > 0
      ? `  credentials?: {\n${credentials.join('\n')}\n  }`
      : '  credentials?: Record<string, never>',
    '}',
    '',
    `/** Made by {@link ${names.create}}. Its \`GET\`, \`POST\` and the others are those of openapi-fetch. */`,
    `export type ${names.client} = ApiClient<paths>`,
    ...tokenUrls
      .filter(([, url]) => !isLocal(url))
      .flatMap(([key, url]) => [
        '',
        `/** Where tokens of the scheme \`${comment(key)}\` come from. */`,
        `export const ${names.free(`${identifierOf(key)}TokenUrl`)} = ${JSON.stringify(url)}`,
      ]),
    ...[...schemes].flatMap(([key, scheme]) => [
      '',
      `const ${schemeNames.get(key)} = ${JSON.stringify(scheme)} as const`,
    ]),
    '',
    `/**\n * A client of ${comment(title)}.\n *\n * @throws {TypeError} for a \`baseUrl\` that is not an address\n */`,
    `export function ${names.create}(options: ${names.client}Options${server === undefined ? '' : ' = {}'}): ${names.client} {`,
    `  return createApiClient<paths>(${server === undefined ? 'options' : `{ baseUrl: ${JSON.stringify(server)}, ...options }`}, ${requirementsOf(document.security)})`,
    '}',
    ...[...operations.values()].flatMap((one) => [
      '',
      printOperation(one, names.functions.get(one.id) ?? '', requirementsOf, [...schemes.values()]),
    ]),
    '',
  ].join('\n')
  const code = body.replaceAll(/\/\*\*[\s\S]*?\*\/|"(?:[^"\\]|\\.)*"/g, '')
  const isUsed = (name: string) => new RegExp(`\\b${name.replace('type ', '')}\\b`).test(code)
  const modules = [
    ...usualModules,
    ...(isUsed('PagedCall') ? [pagingModule] : []),
    ...(isUsed('readonly item') ? [streamModule] : []),
    ...(tokenUrls.length > 0 ? [tokenModule] : []),
  ]
  const from = (module: string) => `'${runtime}/${module}${extension}'`
  const lines = [
    `// ${banner}`,
    '',
    ...modules.flatMap(([module, used]) => printNames('import', used.filter(isUsed), from(module))),
    `import type { components, operations, paths } from './types${extension}'`,
    '',
    ...modules.flatMap(([module, , exported]) => printNames('export', exported, from(module))),
    '',
    body,
  ]
  return { text: lines.join('\n'), runtime: modules.map(([module]) => module) }
}

function printNames(keyword: string, names: readonly string[], module: string): string[] {
  if (names.length === 0) return []
  const areTypes = names.every((name) => name.startsWith('type '))
  const list = areTypes ? names.map((name) => name.replace('type ', '')) : names
  return [`${keyword}${areTypes ? ' type' : ''} { ${list.join(', ')} } from ${module}`]
}

function printOperation(
  operation: Operation,
  name: string,
  requirementsOf: (security: unknown) => string,
  schemes: readonly SecurityScheme[],
): string {
  const { id, method, path, node } = operation
  const paging = pagingOf(operation)
  const item = itemType(operation)
  const form = { ...formOf(operation), ...(paging && { paging }) }
  const members = [
    ...Object.entries(form).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
    ...(node.security === undefined ? [] : [`security: ${requirementsOf(node.security)}`]),
  ]
  const type = [`operations[${quote(id)}]`, ...(paging ? [JSON.stringify(paging.items)] : [])]
  const isCredential = ({ in: place, name }: Parameter) => schemes.some((one) => one.in === place && one.key === name)
  const given = [...Object.keys(form.fixed ?? {}), ...operation.parameters.filter(isCredential).map(({ name }) => name)]
  if (given.length > 0) type.push(given.map(quote).join(' | '))
  const words = [node.summary, node.description].flatMap((one) =>
    typeof one === 'string' && one.trim() !== '' ? one.trim().split('\n') : [],
  )
  const docs = [
    ...words.slice(0, 12).map((line) => comment(line.trim())),
    ...(words.length > 0 ? [''] : []),
    `\`${method.toUpperCase()} ${comment(path)}\``,
    ...(paging ? ['', `Read all pages with \`paginate(${name}, client)\`.`] : []),
    ...(item ? ['', `Read it as it comes with \`stream(${name}, client)\`.`] : []),
    ...(node.deprecated === true ? ['', '@deprecated'] : []),
  ]
  const call = `${paging ? 'PagedCall' : 'Call'}<${type.join(', ')}>${item ? ` & { readonly item?: ${item} }` : ''}`
  return [
    '/**',
    ...docs.map((line) => ` * ${line}`.trimEnd()),
    ' */',
    `export const ${name}: ${call} = /* @__PURE__ */ operation({ ${members.join(', ')} })`,
  ].join('\n')
}

/** What the runtime needs to know of an operation: only what is not usual. */
function formOf(operation: Operation): OperationForm {
  const { method, path, node, document, requestBody } = operation
  const parameters = parameterForms(operation)
  const types = [...requestBody.keys()].sort((one, other) => rank(one) - rank(other))
  const [type] = types
  const encodings = type === undefined ? {} : encodingsOf(nodeAt(document, requestBody.get(type) ?? ''))
  const key = operation.parameters.find(({ in: place, name }) => place === 'header' && /^idempotency-key$/i.test(name))
  const fixed = operation.parameters.flatMap(({ name, required, node: { schema } }) => {
    const { const: only, enum: list } = isObject(schema) ? follow(document, schema) : {}
    const [value, ...others] = only === undefined ? (Array.isArray(list) ? list : []) : [only]
    return required && value !== undefined && others.length === 0 ? [[name, value] as const] : []
  })
  const accept = [...new Set(successes(operation).map(([, mediaType]) => mediaType))]
  return {
    method,
    path,
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...(fixed.length > 0 && { fixed: Object.fromEntries(fixed) }),
    ...(type !== undefined &&
      type !== 'application/json' && { body: type.includes('*') ? 'application/octet-stream' : type }),
    ...((types.length > 1 || type?.includes('*')) && { bodies: types }),
    ...(Object.keys(encodings).length > 0 && { encodings }),
    ...(accept.join() !== 'application/json' && { accept }),
    ...(typeof node['x-answers-after'] === 'string' && { seconds: node['x-answers-after'] }),
    ...(key && { idempotencyKey: key.name }),
  }
}

/** The media types of successes; of the answer to any status where the document describes no other success. */
function successes({ document, responses }: Operation): [status: string, mediaType: string, media: DocumentNode][] {
  const all = [...responses].filter(([status]) => /^2/.test(status))
  const answers = all.length > 0 ? all : [...responses].filter(([status]) => status === 'default')
  return answers.flatMap(([status, pointer]) =>
    Array.from(mediaTypesAt(document, pointer), ([mediaType, at]): [string, string, DocumentNode] => [
      status,
      mediaType,
      nodeAt(document, at) ?? {},
    ]),
  )
}

/** Callers write JSON and forms as objects, which is easier than text and bytes. */
function rank(mediaType: string): number {
  if (isJson(parseMediaType(mediaType))) return 0
  return /form/i.test(mediaType) ? 1 : 2
}

function parameterForms(operation: Operation): NonNullable<OperationForm['parameters']> {
  const forms: Record<string, ParameterForm> = {}
  for (const { name, in: described, node } of operation.parameters) {
    const isWhole = described === 'querystring'
    const place = isWhole ? 'query' : described
    const usual = parameterForm(name, place, {})
    const { style, explode, allowReserved } = parameterForm(name, place, node)
    const isInJson = Object.keys(Object(node.content)).some((type) => isJson(parseMediaType(type)))
    const form: ParameterForm = {
      in: place,
      ...(style !== usual.style && { style }),
      ...(explode !== parameterForm(name, place, { style }).explode && { explode }),
      ...(allowReserved && { allowReserved }),
      ...(node['x-multi-segment'] === true && { segments: true }),
      ...(isInJson && { json: true }),
      ...(isInJson && isWhole && { whole: true }),
    }
    const isUsual = Object.keys(form).length === 1 && (place === 'query' || place === 'path')
    if (!isUsual && !Object.hasOwn(forms, name)) forms[name] = form
  }
  return forms
}

function encodingsOf({ encoding }: DocumentNode = {}): Record<string, MemberEncoding> {
  return Object.fromEntries(
    Object.entries<MemberEncoding>(Object(encoding)).flatMap(([name, { contentType, style, explode }]) => {
      const stated = {
        ...(typeof contentType === 'string' && { contentType }),
        ...(typeof style === 'string' && { style }),
        ...(explode === false && { style: style ?? 'form', explode }),
      }
      return Object.keys(stated).length > 0 ? [[name, stated]] : []
    }),
  )
}

/** The type of the items of a streamed answer; undefined for an answer that comes at once. */
function itemType(operation: Operation): string | undefined {
  for (const [status, type, { itemSchema, 'x-json-sequence': isSequence }] of successes(operation)) {
    const key = /^\d+$/.test(status) ? status : quote(status)
    if (itemSchema !== undefined || isSequence === true)
      return `operations[${quote(operation.id)}]['responses'][${key}]['content'][${quote(type)}]`
    if (/^text\/event-stream/i.test(type)) return 'ServerSentEvent'
    if (/(jsonl|json-lines|ndjson|json-seq)/i.test(type)) return 'unknown'
  }
  return undefined
}

/** A security scheme that a client can serve, with its name. */
function schemeOf(name: string, { type, scheme, in: place, name: key }: DocumentNode): [string, SecurityScheme][] {
  if (type === 'apiKey')
    return [[name, { name, in: place === 'query' || place === 'cookie' ? place : 'header', key: String(key) }]]
  const word = type === 'http' ? String(scheme) : type === 'oauth2' || type === 'openIdConnect' ? 'Bearer' : undefined
  if (word === undefined) return []
  const usual = ['Basic', 'Bearer'].find((one) => one.toLowerCase() === word.toLowerCase())
  return [[name, { name, in: 'header', key: 'Authorization', prefix: usual ?? word }]]
}

/** The address of the token endpoint of a scheme, or of the document that names it. */
function tokenUrlOf({ type, flows, openIdConnectUrl }: DocumentNode): string[] {
  const urls = Object.values(Object(flows)).map((flow) => Object(flow).tokenUrl)
  const all = [...(type === 'openIdConnect' ? [openIdConnectUrl] : []), ...urls]
  return all.filter((url) => typeof url === 'string').slice(0, 1)
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

function quote(text: string): string {
  return JSON.stringify(text)
}

/** Text that cannot end the comment that it stands in. */
function comment(text: string): string {
  return text.replaceAll('*/', '*\\/').replaceAll(/[\r\n\u2028\u2029]+/g, ' ')
}

/** The first server, if it is one that every caller reaches. */
function absoluteServer(servers: unknown): string | undefined {
  const [first] = Array.isArray(servers) ? servers : []
  const variables = Object(Object(first).variables) as Record<string, { default?: unknown } | undefined>
  const url = String(Object(first).url ?? '').replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
    String(variables[name]?.default ?? name),
  )
  return /^https?:\/\//i.test(url) && URL.canParse(url) && !isLocal(url) ? url.replace(/\/+$/, '') : undefined
}

function isLocal(url: string): boolean {
  return /^https?:\/\/(localhost|127\.|\[::1\])/i.test(url)
}

/** How an operation is paged, as far as its document shows it. */
function pagingOf(operation: Operation): Paging | undefined {
  const body = operation.method === 'get' ? shownBody(operation) : undefined
  const [list] = body ? listsIn(body) : []
  if (!body || !list) return undefined
  const items = [...list.place]
  const roles = operation.parameters.flatMap(({ name, in: place, node }) =>
    place === 'query' ? [{ name, role: pagingRole(name), schema: Object(node.schema) as Record<string, unknown> }] : [],
  )
  const [found] = (['cursor', 'page', 'offset'] as const).flatMap((role) => roles.filter((one) => one.role === role))
  const hasLink = operation.shownResponses.some(({ headers }) => headers.some(({ name }) => /^link$/i.test(name)))
  if (!found?.role || found.role === 'size')
    return hasLink && roles.some(({ role }) => role === 'size') ? { items, kind: 'link' } : undefined
  const { name: parameter, role: kind, schema } = found
  const [next, total] = [isNextCursor, (name: string) => isNamed(name, totals)].map((has) =>
    objectsIn(body)
      .filter(({ place }) => !isWithin(place, items))
      .flatMap((part) => membersOf(part).filter(({ place }) => has(place.at(-1) ?? '')))
      .map(({ place }) => place)
      .at(0),
  )
  if (kind === 'page') return { items, kind, parameter, ...((schema.minimum ?? schema.default) === 0 && { first: 0 }) }
  if (kind === 'offset') return { items, kind, parameter, ...(total && { total }) }
  const [flag] = operation.parameters.filter(({ name }) => name.replace('_', '').toLowerCase() === `use${parameter}`)
  if (next) return { items, kind, parameter, next, ...(flag && { with: { [flag.name]: true } }) }
  const key = namesOf(list.items).find((name) => name === 'id')
  return key === undefined ? undefined : { items, kind, parameter, key }
}

function isWithin(place: readonly string[], items: readonly string[]): boolean {
  return place.length >= items.length && items.length > 0 && items.every((name, index) => place[index] === name)
}
