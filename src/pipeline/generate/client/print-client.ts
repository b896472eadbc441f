import type { MemberEncoding } from '../../../client/body.ts'
import type { OperationForm } from '../../../client/operation.ts'
import type { ParameterForm } from '../../../client/serialize.ts'
import { clientNames, identifierOf } from '../../../contract/client-names.ts'
import type { Contract } from '../../../contract/contract.ts'
import { follow, isObject } from '../../../contract/json-pointer.ts'
import { isJson, parseMediaType } from '../../../contract/media-type.ts'
import type { Operation } from '../../../contract/operation.ts'
import { parameterForm } from '../../../contract/wire/style.ts'
import { pagingOf } from './paging-of.ts'
import { schemesOf, tokenUrlsOf } from './security-schemes.ts'

/** How files of a client name one another: TypeScript allows `.ts` by an option alone. */
export type Extension = '.ts' | '.js'

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
  const schemes = schemesOf(document)
  const schemeNames = new Map([...schemes].map(([key]) => [key, names.free(`${identifierOf(key)}Scheme`)]))
  const requirementsOf = (security: unknown) => printSecurity(security, schemeNames)
  const prints = [...operations.values()].map((one) =>
    printOperation(one, names.functions.get(one.id) ?? '', requirementsOf, document),
  )
  const tokenUrls = tokenUrlsOf(document).filter(([, url]) => !isLocal(url))
  const hasBasic = [...schemes.values()].some(({ prefix }) => prefix === 'Basic')
  const modules: [module: string, types: string[], exported: string[]][] = [
    ['operation', ['type ApiClient', 'type ApiClientOptions', 'type Call', 'createApiClient', 'operation'], ['unwrap']],
    ['options', [], ['type CallOptions']],
    ['errors', [], ['ApiError', 'HttpError']],
    ['security', [...(schemes.size > 0 ? ['type Credential'] : []), ...(hasBasic ? ['type UserPassword'] : [])], []],
    ...(prints.some(({ isPaged }) => isPaged)
      ? [['paging', ['type PagedCall'], ['paginate']] as [string, string[], string[]]]
      : []),
    ...(prints.some(({ isStreamed }) => isStreamed)
      ? [
          [
            'stream',
            prints.some(({ text }) => text.includes('?: ServerSentEvent }')) ? ['type ServerSentEvent'] : [],
            ['stream'],
          ] as [string, string[], string[]],
        ]
      : []),
    ...(tokenUrlsOf(document).length > 0
      ? [['oauth', [], ['clientCredentials', 'refreshGrant']] as [string, string[], string[]]]
      : []),
  ]
  const server = absoluteServer(document.servers)
  const credentials = [...schemes].map(
    ([key, { prefix }]) => `  ${JSON.stringify(key)}?: Credential${prefix === 'Basic' ? ' | UserPassword' : ''}`,
  )
  const from = (module: string) => `'${runtime}/${module}${extension}'`
  const lines = [
    `// ${banner}`,
    '',
    ...modules.flatMap(([module, used]) => printNames('import', used, from(module))),
    `import type { components, operations, paths } from './types${extension}'`,
    '',
    ...modules.flatMap(([module, , exported]) => printNames('export', exported, from(module))),
    '',
    '/** The schemas of the document by name. */',
    "export type Schemas = components['schemas']",
    '',
    `export interface ${names.client}Options extends Omit<ApiClientOptions, 'baseUrl' | 'credentials'> {`,
    server === undefined
      ? '  /** Address of the server, with the path of the API. */\n  baseUrl: string'
      : `  /** Address of the server; default \`${server}\`. */\n  baseUrl?: string`,
    '  /** A credential for each security scheme that you use: a text, or a function that gives one and is asked again after 401. */',
    credentials.length > 0
      ? `  credentials?: {\n  ${credentials.join('\n  ')}\n  }`
      : '  credentials?: Record<string, never>',
    '}',
    '',
    `/** Made by {@link ${names.create}}. Its \`GET\`, \`POST\` and the others are those of openapi-fetch. */`,
    `export type ${names.client} = ApiClient<paths>`,
    ...tokenUrls.flatMap(([key, url]) => [
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
    ...prints.flatMap(({ text }) => ['', text]),
    '',
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
  document: Contract['document'],
) {
  const { id, method, path, node } = operation
  const paging = pagingOf(operation)
  const streamed = streamedType(operation)
  const { security, ...form } = formOf(operation, document)
  const members = [
    ...Object.entries({ ...form, ...(paging && { paging }) }).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
    ...(security === undefined ? [] : [`security: ${requirementsOf(security)}`]),
  ]
  const type = [
    `operations[${JSON.stringify(id)}]`,
    ...(paging ? [JSON.stringify(paging.items)] : []),
    ...(form.fixed
      ? [
          Object.keys(form.fixed)
            .map((one) => JSON.stringify(one))
            .join(' | '),
        ]
      : []),
  ]
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
  const call = `${paging ? 'PagedCall' : 'Call'}<${type.join(', ')}>`
  const text = [
    '/**',
    ...docs.map((line) => ` * ${line}`.trimEnd()),
    ' */',
    `export const ${name}: ${call}${streamed ? ` & { readonly item?: ${streamed} }` : ''} = /* @__PURE__ */ operation({ ${members.join(', ')} })`,
  ].join('\n')
  return { text, isPaged: paging !== undefined, isStreamed: streamed !== undefined }
}

/** What the runtime needs to know of an operation: only what is not usual. */
function formOf(
  operation: Operation,
  document: Contract['document'],
): Omit<OperationForm, 'paging' | 'security'> & { security?: unknown } {
  const { method, path, node, http } = operation
  const parameters = parameterForms(operation)
  const contents = http.request?.body?.contents ?? []
  const [content] = [...contents].sort((one, other) => rank(one.mediaType) - rank(other.mediaType))
  const [type] = content ? [content.mediaType] : []
  const encodings = type === undefined ? {} : encodingsOf(operation, type)
  const key = operation.parameters.find(({ in: place, name }) => place === 'header' && /^idempotency-key$/i.test(name))
  const fixed = operation.parameters.flatMap(({ name, required, node: { schema } }) => {
    const { const: only, enum: list } = isObject(schema) ? follow(document, schema) : {}
    const [value, ...others] = only === undefined ? (Array.isArray(list) ? list : []) : [only]
    return required && value !== undefined && others.length === 0 ? [[name, value] as const] : []
  })
  const accept = [...new Set(successTypes(operation))]
  return {
    method,
    path,
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...(fixed.length > 0 && { fixed: Object.fromEntries(fixed) }),
    ...(type !== undefined &&
      type !== 'application/json' && { body: type.includes('*') ? 'application/octet-stream' : type }),
    ...(Object.keys(encodings).length > 0 && { encodings }),
    ...(node.security !== undefined && { security: node.security }),
    ...(accept.join() !== 'application/json' && { accept }),
    ...(typeof node['x-answers-after'] === 'string' && { seconds: node['x-answers-after'] }),
    ...(key && { idempotencyKey: key.name }),
  }
}

/** Media types of successes; of the answer to any status where the document describes no other success. */
function successTypes({ http }: Operation): string[] {
  const successes = http.responses.filter(({ code }) => /^2/.test(code))
  const answers = successes.length > 0 ? successes : http.responses.filter(({ code }) => code === 'default')
  return answers.flatMap(({ contents = [] }) => contents.map(({ mediaType }) => mediaType))
}

/** Callers write JSON and forms as objects, which is easier than text and bytes. */
function rank(mediaType: string): number {
  if (isJson(parseMediaType(mediaType))) return 0
  return /form/i.test(mediaType) ? 1 : 2
}

function parameterForms(operation: Operation): NonNullable<OperationForm['parameters']> {
  const forms: Record<string, ParameterForm & { name?: string }> = {}
  for (const { name, in: place, node } of operation.parameters) {
    const usual = parameterForm(name, place, {})
    const { style, explode, allowReserved } = parameterForm(name, place, node)
    const { content } = node
    const form: ParameterForm = {
      in: place,
      ...(style !== usual.style && { style }),
      ...(explode !== parameterForm(name, place, { style }).explode && { explode }),
      ...(allowReserved && { allowReserved }),
      ...(node['x-multi-segment'] === true && { segments: true }),
      ...(isObject(content) && Object.keys(content).some((type) => isJson(parseMediaType(type))) && { json: true }),
    }
    const isUsual = Object.keys(form).length === 1 && (place === 'query' || place === 'path')
    if (!isUsual && !Object.hasOwn(forms, name)) forms[name] = form
  }
  return forms
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
function streamedType(operation: Operation): string | undefined {
  const types = successTypes(operation)
  if (types.some((type) => /^text\/event-stream/i.test(type))) return 'ServerSentEvent'
  if (types.some((type) => /(jsonl|json-lines|ndjson|json-seq)/i.test(type))) return 'unknown'
  const { responses } = operation.node as { responses?: { [status: string]: { content?: object } } }
  for (const [status, { content = {} }] of Object.entries(responses ?? {}))
    for (const [type, media] of Object.entries(content) as [string, Record<string, unknown>][])
      if (media['x-json-sequence'] === true)
        return `operations[${JSON.stringify(operation.id)}]['responses'][${status}]['content'][${JSON.stringify(type)}]`
  return undefined
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
