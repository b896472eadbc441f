import type { Answer, InterfaceDefinition } from '../../behaviour/definition.ts'
import type { Refusal } from '../../behaviour/refusal.ts'
import { type BodyShape, isRecord, jsonBody, objectsIn, withValueAt } from '../../contract/collections/body-shape.ts'
import { bare } from '../../contract/collections/collections.ts'
import type { Contract } from '../../contract/contract.ts'
import { acceptsMediaType } from '../../contract/media-type.ts'
import { type Operation, shownResponseOf } from '../../contract/operation.ts'
import { answerChecksOf } from '../answer/answer-check.ts'
import { shownAnswer } from '../published/documented-answer.ts'

type RenderRefusal = InterfaceDefinition['renderRefusal']

/**
 * Refusals in the documented form of their status, with the message of the refusal in the text member that is meant for one. A status that
 * the operation does not document has the form that another operation gives it.
 */
export function documentedRefusals(contract: Contract, renderRefusal: RenderRefusal): RenderRefusal {
  const { operations } = contract
  const checkOf = answerChecksOf(contract)
  return (refusal) => {
    const operation = operations.get(refusal.operation ?? '')
    const isPlain = refusal.kind === 'invalid-request' && refusal.status === undefined
    const sent = isPlain ? refusal.as(statusOfInvalid(operation)) : refusal
    const plain = withChallenge(renderRefusal(sent), refusal, operation)
    const { status } = plain
    const codes = [String(status), `${String(status)[0]}XX`]
    const others = [...operations.values()].filter(({ responses }) => codes.some((code) => responses.has(code)))
    const [source] = operation && shownResponseOf(operation, status) ? [operation] : others
    const response = source && shownResponseOf(source, status)
    if (!response || !source) return plain
    const shown = shownAnswer(response)
    const { 'content-type': ownType = '', ...own } = plain.headers
    const inForm = (body: unknown): Answer => ({ status, headers: { ...shown.headers, ...own }, body })
    const isDocumented = response.contents.some(({ mediaType }) => acceptsMediaType(mediaType, ownType))
    const body = jsonBody(source, response.contents)
    const told = body && withSentence(body, refusal.detail)
    const candidates: Answer[] = [
      ...(isDocumented ? [plain] : []),
      ...(told ? [withStatus(told, status), told].map(inForm) : []),
    ]
    return candidates.find((answer) => checkOf(source).breaches(answer).length === 0) ?? inForm(shown.body)
  }
}

/** Some APIs answer 422 where others answer 400. */
function statusOfInvalid(operation: Operation | undefined): number {
  return !operation?.responses.has('400') && operation?.responses.has('422') ? 422 : 400
}

/** A 401 says how to authenticate (RFC 9110, 11.6.1). */
function withChallenge(answer: Answer, refusal: Refusal, operation: Operation | undefined): Answer {
  if (refusal.kind !== 'unauthenticated') return answer
  return { ...answer, headers: { 'www-authenticate': operation?.security.challenge ?? 'Bearer', ...answer.headers } }
}

/** Names of a member for a sentence, the most telling first, without case and separators. */
const messages = ['detail', 'message', 'errordescription', 'errormessage', 'msg', 'error', 'description']

/** A body whose numbers that repeat the status are the one that is sent. */
function withStatus(body: unknown, status: number): unknown {
  if (!isRecord(body)) return body
  const entries = Object.entries(body).map(([name, value]) => {
    const isStatus = typeof value === 'number' && /^(http)?status(code)?$/.test(bare(name))
    return [name, isStatus ? status : withStatus(value, status)]
  })
  return Object.fromEntries(entries)
}

/** The example with the sentence in the place of its message. */
function withSentence(body: BodyShape, sentence: string): unknown {
  for (const { example, place } of objectsIn(body)) {
    const texts = Object.entries<unknown>(Object(example)).filter(([, value]) => typeof value === 'string')
    const [found] = messages.flatMap((wanted) => texts.filter(([name]) => bare(name) === wanted))
    if (found) return withValueAt(body.example, [...place, found[0]], sentence)
  }
  return body.example
}
