import { inspect } from 'node:util'
import { goNative } from '@scalar/snippetz/plugins/go/native'
import { jsFetch } from '@scalar/snippetz/plugins/js/fetch'
import { pythonRequests } from '@scalar/snippetz/plugins/python/requests'
import { shellCurl } from '@scalar/snippetz/plugins/shell/curl'
import type { ContractOperation } from '../contract/contract.ts'
import { type DocumentNode, nodeAt } from '../contract/json-pointer.ts'
import { addressOf, exampleOf, mediaOf } from './operations.ts'
import type { System } from './site-data.ts'

/** The documented call of an operation, with the examples of the document in their places. */
export interface Call {
  method: string
  /** Path on the mock, parameters in braces. */
  address: string
  /** The same path in the document. */
  path: string
  pathValues: Record<string, unknown>
  query: Record<string, unknown>
  headers: Record<string, unknown>
  accept: string
  /** The header of the credential; undefined where none is needed. */
  credential: { header: string; value: string } | undefined
  body: { mediaType: string; value: unknown } | undefined
  /** How the typed client reads the answer, where that is not as JSON. */
  parseAs: 'text' | 'arrayBuffer' | 'stream' | undefined
}

export interface Sample {
  id: string
  label: string
  /** Name of the language for highlighting. */
  language: string
  source: string
}

/** Address of the mock in samples. A page replaces it by its own origin. */
export const sampleOrigin = 'http://127.0.0.1:4010'

/** Stand for the credential in the code of {@link writeSamples}, so that a page can change it. */
export const credentialMarks = { header: 'CREDENTIAL-HEADER', value: 'CREDENTIAL-VALUE' }

/** Stands for a token that the reader has to request first. */
export const tokenMark = 'ACCESS_TOKEN'

export function composeCall(system: System, operation: ContractOperation): Call {
  const document = system.contract?.document ?? {}
  const { method, parameters, listVerb } = operation
  const valuesIn = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place && one.required)
        .map(({ name, node }) => [name, exampleOf(document, node)]),
    )
  const media = [...operation.responses]
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, pointer]) => mediaOf(document, pointer))
  const [bodyType, bodyPointer] = [...operation.requestBody][0] ?? []
  return {
    method: method.toUpperCase(),
    address: addressOf(system, operation),
    path: operation.path,
    pathValues: valuesIn('path'),
    query: { ...valuesIn('query'), ...(listVerb ? { list: true } : {}) },
    headers: valuesIn('header'),
    accept: media[0]?.mediaType ?? '*/*',
    credential: credentialOf(system, document, operation),
    body:
      bodyType === undefined || bodyPointer === undefined
        ? undefined
        : { mediaType: bodyType, value: exampleOf(document, nodeAt(document, bodyPointer) ?? {}) },
    parseAs: parseAs(media[0]),
  }
}

function parseAs(media: { mediaType: string; node: DocumentNode } | undefined): Call['parseAs'] {
  if (!media) return undefined
  if (media.node['x-json-sequence'] === true) return 'stream'
  if (/[/+]json\b/.test(media.mediaType)) return undefined
  return media.mediaType.startsWith('text/') ? 'text' : 'arrayBuffer'
}

/** By the first security requirement, with the first credential of the mock's seed that has such a header. */
function credentialOf({ credentials }: System, document: DocumentNode, { pointer }: ContractOperation) {
  const requirements = nodeAt(document, pointer)?.security ?? document.security
  const [scheme] = Array.isArray(requirements) ? Object.keys(requirements[0] ?? {}) : []
  const node = scheme === undefined ? undefined : nodeAt(document, `/components/securitySchemes/${scheme}`)
  if (!node) return undefined
  const header = node.type === 'apiKey' ? String(node.name) : 'Authorization'
  const [seeded] = credentials
  const value = seeded?.headers[header.toLowerCase()]
  return { header, value: value ?? (node.type === 'apiKey' ? tokenMark : `Bearer ${tokenMark}`) }
}

/** The call in each language, with marks in place of the credential. */
export function writeSamples(call: Call, system: string): Sample[] {
  const request = toHar(call)
  const curl = shellCurl.generate(request)
  const fetch = jsFetch.generate(request)
  const python = pythonRequests.generate(request)
  return [
    {
      id: 'curl',
      label: 'curl',
      language: 'bash',
      source: `${curl}${call.parseAs === 'stream' ? ' \\\n  --no-buffer' : ''}${call.parseAs === 'arrayBuffer' ? ' \\\n  --output answer.bin' : ''}`,
    },
    {
      id: 'fetch',
      label: 'fetch',
      language: 'javascript',
      source: `const response = await ${fetch}\n${call.parseAs === 'stream' ? printStream : 'console.log(response.status, await response.text())'}`,
    },
    { id: 'client', label: 'Typed client', language: 'typescript', source: writeClient(call, system) },
    {
      id: 'python',
      label: 'Python',
      language: 'python',
      source: `import requests\n\nresponse = ${call.parseAs === 'stream' ? python.replace('(', '(\n    stream=True,\n    url=').replace(/url=\s+/, 'url=') : python}\n${call.parseAs === 'stream' ? 'for line in response.iter_lines():\n    print(line.decode())' : 'print(response.status_code, response.text)'}`,
    },
    { id: 'go', label: 'Go', language: 'go', source: writeGo(goNative.generate(request), call) },
  ]
}

const printStream = `for await (const part of response.body) console.log(new TextDecoder().decode(part))`

/** The generator reads the whole body and ignores errors; a stream has no end, and a mock may be down. */
function writeGo(source: string, { parseAs }: Call): string {
  const checked = source
    .replace(
      'res, _ := http.DefaultClient.Do(req)\n',
      'res, err := http.DefaultClient.Do(req)\n\tif err != nil {\n\t\tpanic(err)\n\t}\n',
    )
    .replace('\tfmt.Println(res)\n', '')
    .replace('fmt.Println(string(body))\n\n', 'fmt.Println(res.Status, string(body))\n')
  if (parseAs !== 'stream') return checked
  return checked
    .replace(
      '\tbody, _ := io.ReadAll(res.Body)\n\n\tfmt.Println(res.Status, string(body))\n',
      '\tio.Copy(os.Stdout, res.Body)\n',
    )
    .replace('\t"fmt"\n', '')
    .replace('\t"net/http"\n', '\t"net/http"\n\t"os"\n')
}

function toHar(call: Call) {
  const { method, headers, accept, credential, body } = call
  const list = Object.entries({
    Accept: accept,
    ...(credential ? { [credentialMarks.header]: credentialMarks.value } : {}),
    ...headers,
    ...(body ? { 'Content-Type': body.mediaType } : {}),
  }).map(([name, value]) => ({ name, value: String(value) }))
  const isForm = body?.mediaType === formType
  return {
    method,
    url: sampleOrigin + targetOf(call),
    headers: list,
    queryString: [],
    cookies: [],
    httpVersion: 'HTTP/1.1',
    headersSize: -1,
    bodySize: -1,
    ...(body && {
      postData: isForm
        ? { mimeType: formType, params: fieldsOf(body.value).map(([name, value]) => ({ name, value: String(value) })) }
        : // The generators write a body as JSON under this name alone, and `Content-Type` is among the headers.
          { mimeType: 'application/json', text: JSON.stringify(body.value) },
    }),
  }
}

const formType = 'application/x-www-form-urlencoded'

function fieldsOf(value: unknown): [string, unknown][] {
  return Object.entries(Object(value))
}

/** The path and the query of a call. A value may hold `/` where the path allows it; several values are joined by commas. */
function targetOf({ address, pathValues, query }: Pick<Call, 'address' | 'pathValues' | 'query'>): string {
  const encode = (text: unknown) => String(text).split('/').map(encodeURIComponent).join('/')
  const path = address.replace(/\{([^}]+)\}/g, (_, name) => [pathValues[name]].flat().map(encode).join(','))
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(String(one))}`),
  )
  return path + (pairs.length === 0 ? '' : `?${pairs.join('&')}`)
}

/** Puts a credential into a sample. */
export function withCredential(source: string, { header, value }: { header: string; value: string }): string {
  return source.replaceAll(credentialMarks.header, header).replaceAll(credentialMarks.value, value)
}

function writeClient(call: Call, name: string): string {
  const { method, address, path, pathValues, query, headers, accept, credential, body, parseAs } = call
  const client = [
    `  baseUrl: '${sampleOrigin}${address.slice(0, -path.length)}',`,
    `  headers: { Accept: '${accept}'${credential ? `, '${credentialMarks.header}': '${credentialMarks.value}'` : ''} },`,
  ]
  const params = Object.entries({ path: pathValues, query, header: headers }).filter(
    ([, values]) => Object.keys(values).length > 0,
  )
  const isForm = body?.mediaType === formType
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

function literal(value: unknown): string {
  const text = inspect(value, { depth: null, breakLength: 90, compact: 3, maxArrayLength: null, maxStringLength: null })
  return text.replaceAll('\n', '\n  ')
}
