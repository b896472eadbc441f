import type { Behaviour } from '../behaviour/behaviour.ts'
import type { InterfaceDefinition } from '../behaviour/definition.ts'
import type { Contract } from '../contract/contract.ts'
import { below, type DocumentNode, nodeAt, pointerIn, resolvePointer, valueAt } from '../contract/json-pointer.ts'
import { type Operation, type Parameter, sentParameters, shownResponseOf } from '../contract/operation.ts'
import { parametersIn } from '../contract/router.ts'
import { printJson } from '../json-text.ts'
import { memoize, memoizeByObject } from '../memoize.ts'
import { answerChecksOf } from './answer/answer-check.ts'
import { compileBodyReader } from './request/body.ts'
import { compileParameters, type MessageSchemas, messageSchemas } from './request/parameters.ts'
import { compileUndocumented } from './request/undocumented-parts.ts'

/** One operation, and what is computed of it before a request comes. */
export type OperationPlan = ReturnType<typeof compilePlan>

/** Compiles the plan of each operation when a request first needs it. */
export function plansOf(contract: Contract, definition: InterfaceDefinition): (operation: Operation) => OperationPlan {
  // Behaviours that are written for an interface take integers as numbers.
  const request = messageSchemas(contract.document, definition.derived === undefined)
  return memoizeByObject((operation) => compilePlan(operation, request, contract, definition))
}

function compilePlan(
  operation: Operation,
  request: MessageSchemas,
  contract: Contract,
  definition: InterfaceDefinition,
) {
  const { id, path, pointer, node, requestBody, listVerb } = operation
  const { document } = request
  const parameters = sentParameters(operation)
  const reader = (place: Parameter['in']) =>
    compileParameters(
      request,
      place,
      parameters.filter((parameter) => parameter.in === place),
    )
  const body = nodeAt(document, resolvePointer(document, below(pointer, 'requestBody')))
  const hasInt64 = () => [...requestBody.values()].some((media) => mentionsInt64(document, media))
  // The definition is typed by its own operations, which the mock does not know: here they are only names.
  const behaviours = definition.behaviours as Record<string, Behaviour<unknown, object> | undefined>
  const behaviour = Object.hasOwn(behaviours, id) ? behaviours[id] : undefined
  return {
    operation,
    behaviour,
    /** The answers are made from a document that may allow no valid one: of its examples, or of records in their places. */
    isDerived: definition.derived !== undefined && (!behaviour || definition.derived.has(id)),
    /** Their order is that of the violations. */
    readers: {
      path: reader('path'),
      query: reader('query'),
      header: reader('header'),
      cookie: reader('cookie'),
      querystring: parameters.some(({ in: place }) => place === 'querystring') ? reader('querystring') : undefined,
    },
    hasCookies: parameters.some(({ in: place }) => place === 'cookie'),
    /** Names of the variables in the address of the document's first server: the template has them before the path. */
    serverNames: parametersIn(operation.template.slice(0, operation.template.length - path.length)),
    hasBody: node.requestBody !== undefined,
    listVerb,
    readBody: compileBodyReader(request, requestBody, { isRequired: body?.required === true, hasInt64 }),
    answers: answerChecksOf(contract)(operation),
    /** Finds the parts of a request that the document does not know. */
    undocumented: compileUndocumented(operation),
    /** The first media type of the answer that is documented for a status. */
    mediaTypeOf: memoize((status: number) => shownResponseOf(operation, status)?.contents[0]?.mediaType ?? ''),
  }
}

/** Whether the schemas of a media type, with those that they refer to, have the format `int64`. */
function mentionsInt64(document: DocumentNode, pointer: string, seen: Set<string> = new Set()): boolean {
  if (seen.has(pointer)) return false
  seen.add(pointer)
  const text = printJson(valueAt(document, pointer) ?? '')
  const refs = Array.from(text.matchAll(/"\$ref":"(#[^"]*)"/g), ([, ref = '']) => pointerIn(ref))
  return text.includes('"int64"') || refs.some((ref) => mentionsInt64(document, ref, seen))
}
