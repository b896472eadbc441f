import { inspect } from 'node:util'
import { type Contract, type ContractOperation, contractOf, mediaTypesAt } from '../../src/contract/contract.ts'
import { type DocumentNode, isObject, nodeAt, resolvePointer } from '../../src/contract/json-pointer.ts'
import type { RuntimeInterface } from '../../src/contract/runtime.ts'
import { shellQuote } from '../../src/redaction/shell-quote.ts'
import type { OpenApiDocument } from './bundle.ts'

/** Code that makes a documented call to the mock; credentials come from the environment. */
export interface Samples {
  curl: string
  client: string
}

/** The call that a sample makes: the examples of the document in their places. */
interface Call {
  method: string
  baseUrl: string
  path: string
  pathValues: Record<string, unknown>
  query: Record<string, unknown>
  headers: Record<string, unknown>
  accept: string
  credential: Credential | undefined
  body: { mediaType: string; value: unknown } | undefined
  /** How the typed client is to read the answer, where that is not as JSON. */
  parseAs: 'text' | 'arrayBuffer' | 'stream' | undefined
}

/** A header whose value holds an environment variable. */
interface Credential {
  variable: string
  header: string
  scheme: 'Basic' | 'Bearer' | undefined
}

const origin = 'http://127.0.0.1:4010'

/** Samples of every operation, by its ID. */
export function buildSamples(document: OpenApiDocument, { name, prefix }: RuntimeInterface): Record<string, Samples> {
  const contract = contractOf(name, document, [])
  return Object.fromEntries(
    [...contract.operations.values()].map((operation) => {
      const call = composeCall(contract, operation, prefix)
      return [operation.id, { curl: writeCurl(call), client: writeClient(call, name) }]
    }),
  )
}

function composeCall(contract: Contract, operation: ContractOperation, prefix: string): Call {
  const { document, variables } = contract
  const { method, path, template, parameters, listVerb } = operation
  const mount = template.slice(0, template.length - path.length)
  const valuesIn = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place && one.required)
        .map(({ name, node }) => [name, exampleOf(document, node)]),
    )
  const media = successMedia(contract, operation)
  const [bodyType, bodyPointer] = [...operation.requestBody][0] ?? []
  return {
    method: method.toUpperCase(),
    baseUrl: `${origin}/${prefix}${mount.replace(/\{([^}]+)\}/g, (_, variable) => variables[variable] ?? variable)}`,
    path,
    pathValues: valuesIn('path'),
    query: { ...valuesIn('query'), ...(listVerb ? { list: true } : {}) },
    headers: valuesIn('header'),
    accept: media[0]?.mediaType ?? '*/*',
    credential: credentialOf(contract, operation),
    body:
      bodyType === undefined || bodyPointer === undefined
        ? undefined
        : { mediaType: bodyType, value: exampleOf(document, nodeAt(document, bodyPointer) ?? {}) },
    parseAs: parseAs(media[0]),
  }
}

interface Media {
  mediaType: string
  isSequence: boolean
}

function successMedia({ document }: Contract, { responses }: ContractOperation): Media[] {
  return [...responses]
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, pointer]) => [...mediaTypesAt(document, pointer)])
    .map(([mediaType, at]) => ({ mediaType, isSequence: nodeAt(document, at)?.['x-json-sequence'] === true }))
}

function parseAs(media: Media | undefined): Call['parseAs'] {
  if (!media) return undefined
  if (media.isSequence) return 'stream'
  if (/[/+]json\b/.test(media.mediaType)) return undefined
  return media.mediaType.startsWith('text/') ? 'text' : 'arrayBuffer'
}

/** The first named example, the only one, or what the schema names. */
function exampleOf(document: DocumentNode, node: DocumentNode): unknown {
  if (node.example !== undefined) return node.example
  const [first] = isObject(node.examples) ? Object.values(node.examples) : []
  if (isObject(first)) {
    const target =
      typeof first.$ref === 'string' ? nodeAt(document, resolvePointer(document, first.$ref.slice(1))) : first
    return target?.value
  }
  const schema = isObject(node.schema) ? node.schema : {}
  return schema.default ?? (Array.isArray(schema.enum) ? schema.enum[0] : undefined)
}

/** By the first security requirement; the variable is named after the interface and the scheme. */
function credentialOf({ document, name }: Contract, { pointer }: ContractOperation): Credential | undefined {
  const requirements = nodeAt(document, pointer)?.security ?? document.security
  const [scheme] = Array.isArray(requirements) ? Object.keys(requirements[0] ?? {}) : []
  const node = scheme === undefined ? undefined : nodeAt(document, `/components/securitySchemes/${scheme}`)
  if (!node) return undefined
  const prefix = name.replaceAll('-', '_').toUpperCase()
  if (node.type === 'apiKey') return { variable: `${prefix}_TOKEN`, header: String(node.name), scheme: undefined }
  return node.scheme === 'basic'
    ? { variable: `${prefix}_CREDENTIALS`, header: 'Authorization', scheme: 'Basic' }
    : { variable: `${prefix}_TOKEN`, header: 'Authorization', scheme: 'Bearer' }
}

function writeCurl({
  method,
  baseUrl,
  path,
  pathValues,
  query,
  headers,
  accept,
  credential,
  body,
  parseAs,
}: Call): string {
  const address = path.replace(/\{([^}]+)\}/g, (_, name) => encodeSegments(pathValues[name]))
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(String(one))}`),
  )
  const words = [
    `curl${method === 'GET' ? '' : ` -X ${method}`}${parseAs === 'stream' ? ' --no-buffer' : ''}${parseAs === 'arrayBuffer' ? ' --output answer.bin' : ''} ${shellQuote(`${baseUrl}${address}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`, [])}`,
    `-H ${shellQuote(`Accept: ${accept}`, [])}`,
    ...(credential ? [curlCredential(credential)] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`, [])}`),
    ...(body
      ? [`-H ${shellQuote(`Content-Type: ${body.mediaType}`, [])}`, `--data-raw ${shellQuote(bodyText(body), [])}`]
      : []),
  ]
  return words.join(' \\\n  ')
}

function curlCredential({ variable, header, scheme }: Credential): string {
  if (scheme === 'Basic') return `-u "$${variable}"`
  return `-H "${header}: ${scheme ? `${scheme} ` : ''}$${variable}"`
}

function bodyText({ mediaType, value }: NonNullable<Call['body']>): string {
  return mediaType === 'application/x-www-form-urlencoded'
    ? new URLSearchParams(value as Record<string, string>).toString()
    : JSON.stringify(value)
}

/** A value may hold `/` where the path lets it; several values of one parameter are joined by commas. */
function encodeSegments(value: unknown): string {
  const encode = (text: unknown) => String(text).split('/').map(encodeURIComponent).join('/')
  return [value].flat().map(encode).join(',')
}

function writeClient(call: Call, name: string): string {
  const { method, baseUrl, path, pathValues, query, headers, accept, credential, body, parseAs } = call
  const client = [
    `  baseUrl: '${baseUrl}',`,
    `  headers: { Accept: '${accept}'${credential ? `, ${clientCredential(credential)}` : ''} },`,
  ]
  const params = Object.entries({ path: pathValues, query, header: headers }).filter(
    ([, values]) => Object.keys(values).length > 0,
  )
  const isForm = body?.mediaType === 'application/x-www-form-urlencoded'
  const options = [
    ...(params.length > 0 ? [`  params: ${literal(Object.fromEntries(params))},`] : []),
    ...(isForm ? [`  headers: { 'Content-Type': '${body.mediaType}' },`] : []),
    ...(body ? [`  body: ${literal(body.value)},`] : []),
    ...(parseAs ? [`  parseAs: '${parseAs}',`] : []),
  ]
  const argument = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`
  return `import createClient from 'openapi-fetch'
import type { paths } from '../generated/${name}/types.ts'

const client = createClient<paths>({
${client.join('\n')}
})

const { data, error, response } = await client.${method}('${path}'${argument})
${parseAs === 'stream' ? streamed : 'console.log(response.status, data ?? error)'}`
}

/** It goes on until its reader leaves. */
const streamed = `if (error) console.log(response.status, error)
await data?.pipeTo(new WritableStream({ write: (part) => console.log(new TextDecoder().decode(part)) }))`

function clientCredential({ variable, header, scheme }: Credential): string {
  const name = /^\w+$/.test(header) ? header : `'${header}'`
  if (scheme === 'Basic') return `${name}: \`Basic \${btoa(process.env.${variable} ?? '')}\``
  return scheme ? `${name}: \`${scheme} \${process.env.${variable}}\`` : `${name}: process.env.${variable}`
}

function literal(value: unknown): string {
  const text = inspect(value, { depth: null, breakLength: 90, compact: 3, maxArrayLength: null, maxStringLength: null })
  return text.replaceAll('\n', '\n  ')
}
