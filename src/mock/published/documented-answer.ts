import type { Answer } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { serializeParameter } from '../../client/serialize.ts'
import {
  acceptedTypes,
  acceptsMediaType,
  chooseMediaType,
  concreteType,
  isJson,
  isXml,
  parseMediaType,
} from '../../contract/media-type.ts'
import { type Operation, shownResponseOf, statusNumber, usualResponse } from '../../contract/operation.ts'
import { jsonFirst } from '../../contract/published/media-example.ts'
import { sampleOf } from '../../contract/schema/make-sample.ts'
import { schemasOf } from '../../contract/schema/schemas.ts'
import type { BodyContent, Example, ShownResponse } from '../../contract/shown-response.ts'
import { memoize, memoizeByObject } from '../../memoize.ts'
import { isRaw } from '../answer/serialize.ts'
import { freezeRecord } from '../storage/record.ts'

/** The answer that a caller asks for, by the header `Prefer`. */
export interface Preference {
  code?: number
  example?: string
  /** A value that is made up, by chance. */
  dynamic?: boolean
  seed?: number
}

/** A caller that has no preference. */
export const noPreference: Preference = {}

/**
 * Reads `Prefer: code=404, example=empty, dynamic=true, seed=7` (RFC 7240).
 *
 * @returns a `Refusal` for a preference that is not understood
 */
export function readPreference(prefer: string | undefined): Preference | Refusal {
  if (prefer === undefined) return noPreference
  const pairs = Array.from(prefer.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s,;"]*))/g))
  const { code, example, dynamic, seed } = Object.fromEntries(
    pairs.map(([, name = '', quoted, token]) => [name.toLowerCase(), quoted ?? token]),
  )
  if (code !== undefined && !/^[2-5]\d\d$/.test(code))
    // After an interim status the caller would wait for another answer.
    return new Refusal('invalid-request', `Prefer takes a code from 200 to 599, seen ${JSON.stringify(code)}.`)
  const preference: Preference = {
    ...(code !== undefined && { code: Number(code) }),
    ...(example !== undefined && { example }),
    ...(dynamic !== undefined && { dynamic: dynamic === 'true' }),
    ...(seed !== undefined && { seed: Number.parseInt(seed, 10) || 0 }),
  }
  return Object.keys(preference).length > 0 ? preference : noPreference
}

/** A response of the document, and its content that suits the caller best; undefined for a response without a body. */
export interface Choice {
  response: ShownResponse
  status: number
  content: BodyContent | undefined
}

/**
 * The answer of the document for a caller: the lowest success, unless the caller prefers another.
 *
 * @returns a `Refusal` if no documented answer fits the preference or the `Accept` header
 */
export function chooseAnswer(
  operation: Operation,
  accept: string | undefined,
  { code, example }: Preference,
): Choice | Refusal {
  const response = code === undefined ? usualOf(operation) : shownResponseOf(operation, code)
  if (!response) return noSuchAnswer(operation)
  const status = code ?? statusNumber(response.code)
  // A caller that asks for an error gets the error's own media type, whatever it accepts for a success.
  const content = contentFor(response)(status < 400 ? accept : undefined)
  if (content instanceof Refusal) return content
  const isUnknown = example !== undefined && content && !content.examples.some(({ key }) => key === example)
  return isUnknown ? noSuchAnswer(operation) : { response, status, content }
}

const usualOf = memoizeByObject(usualResponse)

/** The answer that the document shows or that its schemas allow. */
export function documentedAnswer(
  { document }: Operation,
  { response, status, content }: Choice,
  { example, dynamic = false, seed = Math.floor(Math.random() * 2 ** 31) }: Preference,
): Answer {
  const examples = content?.examples ?? []
  const shown = { ...shownAnswer(response, content, example), status }
  const schema = content?.schema
  if (!schema || !(dynamic || (shown.body === undefined && examples.length === 0))) return shown
  const schemas = schemasOf(document, { side: 'response' })
  const made = sampleOf(schema, { schemas, ...(dynamic && { index: seed % maxSeed, usesExamples: false }) })
  return made.isValid || shown.body === undefined ? { ...shown, body: made.value } : shown
}

/** Different values that are made up. */
const maxSeed = 10_000

/**
 * The content of a response that suits an `Accept` header best; undefined for a response without a body.
 *
 * @returns a `Refusal` if none suits
 */
const contentFor = memoizeByObject((response: ShownResponse) => {
  const contents = jsonFirst(response.contents)
  // Parsing media types takes longer than the rest of a request, and callers send few different headers.
  return memoize((accept: string | undefined) => (contents.length > 0 ? chooseContent(contents, accept) : undefined))
})

function chooseContent(contents: readonly BodyContent[], accept: string | undefined): BodyContent | Refusal {
  const named = acceptedTypes(accept).filter((type) => isWritable(type))
  const offered = contents.flatMap((content) => {
    const { mediaType } = content
    const types = mediaType.includes('*') ? named.filter((type) => acceptsMediaType(mediaType, type)) : []
    return [concreteType(mediaType), ...types].map((type) => ({ ...content, mediaType: type }))
  })
  const types = offered.map(({ mediaType }) => mediaType)
  const best = chooseMediaType(accept, types)
  return (
    offered.find(({ mediaType }) => mediaType === best) ??
    new Refusal('not-acceptable', `The answer is available as ${[...new Set(types)].join(', ')}.`)
  )
}

/** The answer of a behaviour in the documented media type that its caller prefers. */
export function inAcceptedType(answer: Answer, operation: Operation, accept: string | undefined): Answer {
  const { status, headers, body } = answer
  const response =
    accept === undefined || body === undefined || isRaw(body) ? undefined : shownResponseOf(operation, status)
  const content = response && contentFor(response)(accept)
  if (!response || !content || content instanceof Refusal) return answer
  if (content.mediaType === headers['content-type']) return answer
  const type = parseMediaType(content.mediaType)
  if (type === parseMediaType(headers['content-type'] ?? '')) return answer
  const isValue = isWritable(type) && isWritable(parseMediaType(headers['content-type'] ?? ''))
  return isValue
    ? { ...answer, headers: { ...headers, 'content-type': content.mediaType } }
    : { ...shownAnswer(response, content), headers: { ...headers, 'content-type': content.mediaType }, status }
}

/** True for the types in which a value can be written. */
function isWritable(type: string | undefined): boolean {
  return isJson(type) || isXml(type)
}

/** The answer that a response shows: the example of this name, or else the first. */
export function shownAnswer(
  response: ShownResponse,
  content: BodyContent | undefined = jsonFirst(response.contents)[0],
  name?: string,
): Answer {
  const headers = shownHeaders(response)
  const status = statusNumber(response.code)
  if (!content) return { status, headers: { ...headers }, body: undefined }
  const examples = shownExamples(content.examples)
  const body = (name === undefined ? undefined : examples.get(name)) ?? examples.values().next().value
  return { status, headers: { ...headers, 'content-type': concreteType(content.mediaType) }, body: body?.value }
}

const shownHeaders = memoizeByObject(
  ({ headers }: ShownResponse): Record<string, string> =>
    Object.fromEntries(
      headers.flatMap(({ name, form, example }) =>
        example ? [[name.toLowerCase(), headerText(serializeParameter(name, example.value, form) ?? '')]] : [],
      ),
    ),
)

/** Their values are records that never change, so that each is written and validated once. */
const shownExamples = memoizeByObject(
  (examples: readonly Example[]) =>
    new Map(examples.map(({ key, value }) => [key, { value: isRaw(value) ? value : freezeRecord(value) }] as const)),
)

function headerText(text: string): string {
  return text.replaceAll(/[^\t -~]/gu, (character) => encodeURIComponent(character.toWellFormed()))
}

/** Names the codes of the operation, each with those of its examples: `200 (one, two), 404`. */
function noSuchAnswer({ shownResponses }: Operation): Refusal {
  const answers = shownResponses.map(({ code, contents }) => {
    const names = [...new Set(contents.flatMap(({ examples }) => examples.map(({ key }) => key)))]
    return names.length > 0 ? `${code} (${names.join(', ')})` : code
  })
  const known = answers.length > 0 ? answers.join(', ') : 'none'
  return new Refusal('invalid-request', `The document has no answer that matches the Prefer header; it has ${known}.`)
}
