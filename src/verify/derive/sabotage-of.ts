import { acceptsRefused, answersStatus, changesAnswer, on, type Sabotage, when } from '../../check/sabotage.ts'
import type { Contract } from '../../contract/contract.ts'
import { below, isObject, membersOf, nodeAt, refOf, resolvePointer } from '../../contract/json-pointer.ts'
import { mediaTypeOf } from '../../contract/media-type.ts'
import { findResponse, mediaTypesAt, type Operation } from '../../contract/operation.ts'
import { assumptionAt, requiringRulesOf } from '../../contract/provenance.ts'
import { walkSchema } from '../../contract/schema/walk-schema.ts'
import { findAssumedStatus } from './assumed-status.ts'
import { citesRule, locationsOfRule, type ProvenRule } from './evidence-from-requests.ts'
import { replaceAt, wrongTextFor, wrongValueFor } from './wrong-value.ts'

/**
 * The ways to break a rule on nodes of the document: another value at the node of a response, or no value; a status that the
 * operation does not document; a refusal of a valid request; a success for an invalid one.
 *
 * @param successGap the gap that leaves the statuses of success open, if there is one
 */
export function sabotageOf(shown: ProvenRule, operations: Contract['operations'], successGap?: string): Sabotage[] {
  return shown.operations.flatMap((id) => {
    const operation = operations.get(id)
    if (!operation) return []
    return [
      ...ofAnswers(shown, operation, successGap),
      ...ofParameters(shown, operation),
      ...ofBodies(shown, operation),
    ]
  })
}

function ofAnswers(shown: ProvenRule, operation: Operation, successGap: string | undefined): Sabotage[] {
  const { document, nodes } = shown
  const pointers = [...operation.responses]
  const isAround = nodes.has(operation.pointer) || pointers.some(([, pointer]) => nodes.has(pointer))
  // If the contract assumes the status, another success is only a difference.
  const isAssumed = (findAssumedStatus(document, operation, 200) ?? successGap) !== undefined
  return [
    ...(isAround ? [on(operation.id, answersStatus(isAssumed ? 499 : 299))] : []),
    ...(isShownBy(shown, operation) ? [on(operation.id, corrupts(shown, operation, corrupt))] : []),
    // A value of the wrong form may break only what is assumed; a value of the wrong type breaks what is documented.
    ...(isShownBy(shown, operation, isAssumedInPart)
      ? [on(operation.id, corrupts(shown, operation, corruptType))]
      : []),
    ...(isShownBy(shown, operation, requires) ? [on(operation.id, corrupts(shown, operation, withoutRequired))] : []),
  ]
}

/** True where a documented example shows a node of the rule: other operations may reach the node, and never answer with it. */
function isShownBy(shown: ProvenRule, operation: Operation, isMeant: typeof requires = () => true): boolean {
  const { document } = shown
  return [...operation.responses.values()]
    .flatMap((response) => [...mediaTypesAt(document, response).values()])
    .some((media) =>
      membersOf(document, below(media, 'examples')).some((name) => isShownIn(shown, media, name, isMeant)),
    )
}

function isShownIn(shown: ProvenRule, media: string, example: string, isMeant: typeof requires): boolean {
  const { document } = shown
  const { value } = nodeAt(document, resolvePointer(document, below(media, 'examples', example))) ?? {}
  const locations = [...locationsOfRule(shown, below(media, 'schema'), value)]
  return locations.some((location) => isMeant(shown, location.node) && location.value !== undefined)
}

function isAssumedInPart({ document, nodes }: ProvenRule, node: string): boolean {
  return nodes.has(node) && assumptionAt(nodeAt(document, node)) !== undefined
}

/** True of a schema that has its required members by the rule. */
function requires({ document, id }: ProvenRule, node: string): boolean {
  return requiringRulesOf(nodeAt(document, node)).includes(id)
}

/** True of a schema that contains a node of the rule. */
function canReach(shown: ProvenRule, pointer: string, known: Set<string>): boolean {
  const { document, nodes } = shown
  if (known.has(pointer)) return false
  known.add(pointer)
  if (nodes.has(pointer)) return true
  const ref = refOf(document, pointer)
  if (ref !== undefined && canReach(shown, ref, known)) return true
  const node = nodeAt(document, pointer)
  if (!node) return false
  return Object.keys(node).some(
    (name) => isObject(node[name]) && name !== 'examples' && canReach(shown, below(pointer, name), known),
  )
}

function corrupts(shown: ProvenRule, operation: Operation, change: typeof corrupt): Sabotage {
  const { document } = shown
  return changesAnswer((answer) => {
    const response = findResponse(operation, answer.status)
    const media = response && mediaTypesAt(document, response).get(mediaTypeOf(answer.headers))
    if (media === undefined || !isPlain(answer.body)) return answer
    return { ...answer, body: change(shown, below(media, 'schema'), answer.body) }
  })
}

/** The body with a wrong value at every node of the rule. A node around a changed node stays. */
function corrupt(
  { document, responses, nodes }: ProvenRule,
  schema: string,
  body: unknown,
  choose?: 'findLast',
): unknown {
  const corrupted: string[] = []
  const places = [...walkSchema(document, schema, body, responses.accepts)].filter(({ node }) => nodes.has(node))
  return places.reverse().reduce((changed, { node, at, value, required }) => {
    const isAround = corrupted.some((place) => at === place || place.startsWith(`${at}/`))
    if (value === undefined || isAround) return changed
    const wrong = wrongValueFor(node, responses, choose) ?? (required && at !== '' ? 'nothing' : undefined)
    if (wrong === undefined) return changed
    corrupted.push(at)
    return replaceAt(changed, at, wrong)
  }, body)
}

const corruptType: typeof corrupt = (shown, schema, body) => corrupt(shown, schema, body, 'findLast')

/** The body without a required member at every schema that requires its members by the rule. */
function withoutRequired(shown: ProvenRule, schema: string, body: unknown): unknown {
  return [...locationsOfRule(shown, schema, body)].reverse().reduce((changed, { node, at, value }) => {
    const name =
      requires(shown, node) && isObject(value) ? Object(nodeAt(shown.document, node)).required?.[0] : undefined
    return name === undefined ? changed : replaceAt(changed, below(at, name), 'nothing')
  }, body)
}

function ofParameters(shown: ProvenRule, operation: Operation): Sabotage[] {
  return operation.parameters
    .filter((parameter) => parameter.in !== 'header' && citesRule(shown, parameter))
    .flatMap(({ name, in: place, pointer }) => {
      const isSent =
        place === 'query' ? ({ query }: { query: string }) => new URLSearchParams(query).has(name) : () => true
      const refuses = wrongTextFor(below(pointer, 'schema'), shown.responses) !== undefined
      return [
        on(operation.id, when(isSent, answersStatus(400))),
        ...(refuses ? [on(operation.id, acceptsRefused())] : []),
      ]
    })
}

function ofBodies(shown: ProvenRule, operation: Operation): Sabotage[] {
  const { responses, nodes } = shown
  const [media] = operation.requestBody.values()
  if (media === undefined || !canReach(shown, below(media, 'schema'), new Set())) return []
  const refuses = [...nodes].some((node) => wrongValueFor(node, responses) !== undefined)
  return [on(operation.id, answersStatus(400)), ...(refuses ? [on(operation.id, acceptsRefused())] : [])]
}

function isPlain(body: unknown): boolean {
  return body !== undefined && !(body instanceof Uint8Array) && !(isObject(body) && Symbol.asyncIterator in body)
}
