import type { AttemptInput, Reply } from '../../check/check.ts'
import { below, type DocumentNode, nodeAt, refOf } from '../../contract/json-pointer.ts'
import type { MessageCheck } from '../../contract/message-check.ts'
import type { Operation, Parameter } from '../../contract/operation.ts'
import { type SchemaLocation, walkSchema } from '../../contract/schema/walk-schema.ts'
import type { Context } from '../context/context.ts'
import { InconclusiveError } from '../context/inconclusive-error.ts'
import { findAssumedStatus } from './assumed-status.ts'
import { replaceAt, wrongTextFor, wrongValueFor } from './wrong-value.ts'

/** A rule that schemas of a document express, and how they judge values. */
export interface ProvenRule {
  document: DocumentNode
  responses: MessageCheck
  id: string
  operations: readonly string[]
  /** Pointers of the nodes that cite it. */
  nodes: ReadonlySet<string>
}

/** True of parameters that cite the rule, or whose schema does. */
export function citesRule({ document, nodes }: ProvenRule, { pointer }: Parameter): boolean {
  const schema = below(pointer, 'schema')
  return nodes.has(pointer) || nodes.has(refOf(document, schema) ?? schema)
}

/**
 * Shows a rule by a request that was valid: sends it again with each part wrong that the rule is about. True if the request had such
 * a part.
 */
export async function evidenceFromRequest(
  shown: ProvenRule,
  context: Context,
  operation: Operation,
  input: AttemptInput,
): Promise<boolean> {
  const byParameter = await showByParameters(shown, context, operation, input)
  const byBody = await showByBody(shown, context, operation, input)
  return byParameter || byBody
}

/** Places of a value that are searched for a rule. A list may have a hundred thousand items. */
const maxPlaces = 100_000

/**
 * Where the schemas that the rule is about stand in a value.
 *
 * @throws {InconclusiveError} when the value is larger than what is searched
 */
export function* locationsOfRule(
  { document, responses, nodes }: ProvenRule,
  schema: string,
  value: unknown,
): Generator<SchemaLocation> {
  let places = 0
  for (const location of walkSchema(document, schema, value, responses.accepts)) {
    if (nodes.has(location.node)) yield location
    if (++places === maxPlaces)
      throw new InconclusiveError(`the first ${maxPlaces} places of an answer do not show the rule`)
  }
}

async function showByParameters(
  shown: ProvenRule,
  context: Context,
  operation: Operation,
  input: AttemptInput,
): Promise<boolean> {
  const { document, responses } = shown
  const sent = operation.parameters.filter((parameter) => {
    const { name, in: place } = parameter
    const isSent = (place === 'query' || place === 'path') && input[place]?.[name] !== undefined
    return isSent && citesRule(shown, parameter)
  })
  for (const { name, in: place, pointer, node } of sent) {
    const schema = below(pointer, 'schema')
    const text = nodeAt(document, schema)?.type === 'array' ? undefined : wrongTextFor(schema, responses)
    if (text === undefined || node.style !== undefined) continue
    const part = place === 'query' ? 'query' : 'path'
    const reply = await context.attempt(operation.id, { ...input, [part]: { ...input[part], [name]: text } })
    assertRefused(shown, context, operation, reply, `${part} ${name}=${text}`)
  }
  return sent.length > 0
}

async function showByBody(
  shown: ProvenRule,
  context: Context,
  operation: Operation,
  input: AttemptInput,
): Promise<boolean> {
  const { responses, nodes } = shown
  const [media] = operation.requestBody.values()
  if (media === undefined || typeof input.body !== 'object') return false
  const all = [...locationsOfRule(shown, below(media, 'schema'), input.body)]
  const locations = all.filter(({ value }) => value !== undefined)
  const isMet = locations.length > 0 || nodes.has(media) || nodes.has(below(operation.pointer, 'requestBody'))
  for (const { node, at, required } of locations) {
    const wrong = wrongValueFor(node, responses)
    const bodies = [
      ...(wrong ? [replaceAt(input.body, at, wrong)] : []),
      ...(required && at !== '' ? [replaceAt(input.body, at, 'nothing')] : []),
    ]
    for (const body of bodies) {
      const reply = await context.attempt(operation.id, { ...input, body })
      assertRefused(shown, context, operation, reply, `a body with ${at || 'all of it'} wrong`)
    }
  }
  return isMet
}

/** A refusal that no document shows is only assumed. */
function assertRefused(
  { document }: ProvenRule,
  context: Context,
  operation: Operation,
  reply: Reply,
  what: string,
): void {
  const refused = () => {
    if (reply.status < 400 || reply.status > 499)
      throw new Error(`expected ${operation.id} to refuse ${what}, seen ${reply.status}`)
  }
  const gap = findAssumedStatus(document, operation, 400) ?? findAssumedStatus(document, operation, 422)
  if (gap === undefined) refused()
  else context.assume(gap, refused)
}
