import type { ContractOperation } from '../../contract/contract.ts'
import { type DocumentNode, nodeAt } from '../../contract/json-pointer.ts'
import { addressOf, exampleOf, mediaOf } from '../data/operations.ts'
import type { System } from '../data/site-data.ts'

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
    operation: operation.id,
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

export const formType = 'application/x-www-form-urlencoded'
