import type { DocumentCall } from '../../check/document-calls.ts'
import { type Contract, type ContractOperation, contractOf } from '../../contract/contract.ts'
import { isObject, nodeAt } from '../../contract/json-pointer.ts'
import { isJson, parseMediaType } from '../../contract/media-type.ts'
import { exampleOf } from '../../docs/data/operations.ts'
import type { OpenApiDocument } from './bundle.ts'

/** Operations that change nothing come first, removals last, because checks make several calls on one state. */
const order = ['get', 'head', 'options', 'trace', 'post', 'put', 'patch', 'delete']

/** A call of each operation whose examples are sufficient. */
export function buildCalls(name: string, document: OpenApiDocument): DocumentCall[] {
  const contract = contractOf(name, document, [])
  const operations = [...contract.operations.values()].sort(
    (one, other) => order.indexOf(one.method) - order.indexOf(other.method) || depthOf(one) - depthOf(other),
  )
  return operations.flatMap((operation) => {
    const call = callOf(contract, operation)
    return typeof call === 'string' ? [] : [call]
  })
}

/** A nested record is removed before the record that contains it. */
function depthOf({ method, path }: ContractOperation): number {
  const depth = path.split('/').length
  return method === 'delete' ? -depth : depth
}

/** The call of an operation with its examples, or why it cannot be made. */
export function callOf({ document }: Contract, operation: ContractOperation): DocumentCall | string {
  const { id, method, path, parameters, requestBody } = operation
  const needed = parameters.filter(({ required }) => required)
  const values = needed.map(({ name, in: place, node }) => ({ name, place, value: exampleOf(document, node) }))
  const status = statusOf(operation)
  // Objects have no single form in an address, and cookies are not sent.
  const open = values.find(
    ({ place, value }) => value === undefined || place === 'cookie' || (isObject(value) && !Array.isArray(value)),
  )
  if (open) return `checks cannot write its ${open.place} parameter ${open.name}`
  if (status === undefined) return 'the document shows no success of it'
  const bodyNode = [...requestBody].flatMap(([mediaType, pointer]) => ({
    mediaType,
    node: nodeAt(document, pointer) ?? {},
  }))[0]
  const body = bodyNode && exampleOf(document, bodyNode.node)
  if (bodyNode && (body === undefined || !isWritable(bodyNode.mediaType, body))) {
    return `checks cannot write its body of type ${bodyNode.mediaType}`
  }
  const valuesIn = (place: string) => values.filter((one) => one.place === place)
  return {
    operation: id,
    status,
    changes: !['get', 'head', 'options', 'trace'].includes(method),
    path: Object.fromEntries(
      valuesIn('path').map(({ name, value }) => [
        name,
        { resource: `${path.slice(0, path.indexOf(`{${name}}`))}{${name}}`, value },
      ]),
    ),
    query: Object.fromEntries(valuesIn('query').map(({ name, value }) => [name, value])),
    headers: Object.fromEntries(valuesIn('header').map(({ name, value }) => [name.toLowerCase(), String(value)])),
    ...(body === undefined ? {} : { body }),
  }
}

/** The success with the lowest status, which the mock answers. */
function statusOf({ responses }: ContractOperation): number | undefined {
  const [lowest] = [...responses.keys()].filter((status) => /^2(\d\d|XX)$/i.test(status)).sort()
  if (lowest !== undefined) return Number(lowest.replace(/XX/i, '00'))
  return responses.has('default') ? 200 : undefined
}

function isWritable(mediaType: string, value: unknown): boolean {
  const type = parseMediaType(mediaType)
  return isJson(type) || (type === 'application/x-www-form-urlencoded' && isObject(value)) || typeof value === 'string'
}
