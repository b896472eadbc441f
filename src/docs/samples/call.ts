import { type DocumentNode, follow, isObject, nodeAt } from '../../contract/json-pointer.ts'
import type { Operation } from '../../contract/operation.ts'
import { addressOf, exampleOf, mediaOf } from '../data/operations.ts'
import type { System } from '../data/system.ts'

/** The documented call of an operation, with the examples of the document in their places. */
export interface Call {
  /** Its `operationId`. */
  operation: string
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
  /** How the answer is read if it is not JSON. */
  parseAs: 'text' | 'arrayBuffer' | 'stream' | undefined
}

/** Address of the mock in samples. A page replaces it by its own origin. */
export const sampleOrigin = 'http://127.0.0.1:4010'

/** Placeholders for the credential in the code of {@link writeSamples}, so that a page can change it. */
export const credentialMarks = {
  header: 'CREDENTIAL-HEADER',
  value: 'CREDENTIAL-VALUE',
  /** The credential without the syntax of its header. */
  secret: 'CREDENTIAL-SECRET',
}

/** Stands for a token that the reader has to request first. */
export const tokenMark = 'ACCESS_TOKEN'

export function composeCall(system: System, operation: Operation): Call {
  const document = system.contract?.document ?? {}
  const { method, parameters, listVerb } = operation
  const sampleValue = (node: DocumentNode, hint: string) =>
    exampleOf(document, node) ?? system.published?.sample(node.schema ?? {}, hint)
  const valuesIn = (place: string) =>
    Object.fromEntries(
      parameters
        .filter((one) => one.in === place && one.required)
        .map(({ name, node }) => [name, sampleValue(node, name)]),
    )
  const media = [...operation.responses]
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, pointer]) => mediaOf(document, pointer))
  const [bodyType, bodyPointer] = [...operation.requestBody][0] ?? []
  const schemes = requiredSchemes(document, operation)
  const keysInQuery = Object.fromEntries(
    schemes.flatMap(({ type, in: place, name }) =>
      type === 'apiKey' && place === 'query' ? [[String(name), 'mock']] : [],
    ),
  )
  return {
    operation: operation.id,
    method: method.toUpperCase(),
    address: addressOf(system, operation),
    path: operation.path,
    pathValues: valuesIn('path'),
    query: { ...valuesIn('query'), ...(listVerb ? { list: true } : {}), ...keysInQuery },
    headers: valuesIn('header'),
    accept: media[0]?.mediaType ?? '*/*',
    credential: schemes.map((scheme) => credentialOf(system, scheme)).find((one) => one !== undefined),
    body:
      bodyType === undefined || bodyPointer === undefined
        ? undefined
        : { mediaType: bodyType, value: sampleValue(nodeAt(document, bodyPointer) ?? {}, 'text') },
    parseAs: parseAs(media[0]),
  }
}

function parseAs(media: { mediaType: string; node: DocumentNode } | undefined): Call['parseAs'] {
  if (!media) return undefined
  if (media.node['x-json-sequence'] === true) return 'stream'
  if (/[/+]json\b/.test(media.mediaType)) return undefined
  return media.mediaType.startsWith('text/') ? 'text' : 'arrayBuffer'
}

/** The security schemes of the first requirement. */
function requiredSchemes(document: DocumentNode, { pointer }: Operation): DocumentNode[] {
  const requirements = nodeAt(document, pointer)?.security ?? document.security
  const names = Object.keys(Object(Array.isArray(requirements) ? requirements[0] : undefined))
  const known = nodeAt(document, '/components/securitySchemes') ?? {}
  return names.flatMap((name) => {
    const scheme = Object.hasOwn(known, name) ? known[name] : undefined
    return isObject(scheme) ? [follow(document, scheme)] : []
  })
}

/** The first credential of the mock's seed, or that of the security scheme; undefined for a scheme without a header. */
function credentialOf({ credentials, published }: System, { type, in: place, name }: DocumentNode): Call['credential'] {
  if (type === 'mutualTLS' || (type === 'apiKey' && place !== 'header')) return undefined
  const header = type === 'apiKey' ? String(name) : 'Authorization'
  const choices = published ? credentials : credentials.slice(0, 1)
  const value = choices.map(({ headers }) => headers[header.toLowerCase()]).find((one) => one !== undefined)
  return { header, value: value ?? (type === 'apiKey' ? tokenMark : `Bearer ${tokenMark}`) }
}

export const formType = 'application/x-www-form-urlencoded'
