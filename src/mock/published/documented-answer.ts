import type { IHttpOperation, IHttpOperationResponse, IMediaTypeContent } from '@stoplight/types'
import Negotiator from 'negotiator'
import type { Answer } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { responseOf, statusNumber, usualResponse } from '../../contract/operation.ts'
import { concreteType, jsonFirst } from '../../contract/published/media-example.ts'
import { printJson } from '../../json-text.ts'

/** The headers by which a caller chooses one of the documented answers. */
interface ChoosingHeaders {
  accept?: string | undefined
  /** The `Prefer` header: `code=404, example=empty`. */
  prefer?: string | undefined
}

/** An answer that the document shows or that its schemas allow: the lowest success, unless the caller prefers another. */
export function documentedAnswer(
  { responses }: Pick<IHttpOperation, 'responses'>,
  { accept, prefer }: ChoosingHeaders,
): Answer | Refusal {
  const [, wanted] = prefer?.match(/\bcode="?(\d{3})/) ?? []
  const response = wanted === undefined ? usualResponse(responses) : responseOf(responses, Number(wanted))
  const status = Number(wanted ?? (response && statusNumber(response.code)))
  if (!response || status < 200 || status > 599) {
    return new Refusal(
      'invalid-request',
      `The document has no answer that matches the Prefer header; it has ${responses.map(({ code }) => code).join(', ')}.`,
    )
  }
  const contents = jsonFirst(response.contents)
  const types = contents.map(({ mediaType }) => concreteType(mediaType))
  const best = new Negotiator({ headers: { accept: status < 400 ? accept : undefined } }).mediaType(types)
  if (contents.length > 0 && best === undefined)
    return new Refusal('not-acceptable', `The answer is available as ${types.join(', ')}.`)
  const [, name] = prefer?.match(/\bexample="?([^",;]+)/) ?? []
  const content = contents.find(({ mediaType }) => concreteType(mediaType) === best)
  return { ...shownAnswer(response, content, name), status }
}

/** The answer that a response shows: the example of this name, or else the first. */
export function shownAnswer(
  response: IHttpOperationResponse,
  content: IMediaTypeContent | undefined = jsonFirst(response.contents)[0],
  name?: string,
): Answer {
  const headers = Object.fromEntries(
    (response.headers ?? []).flatMap(({ name, examples = [] }) =>
      examples.flatMap((one) => ('value' in one ? [[name.toLowerCase(), headerText(one.value)]] : [])).slice(0, 1),
    ),
  )
  const status = statusNumber(response.code)
  if (!content) return { status, headers, body: undefined }
  const examples = content.examples?.filter((example) => 'value' in example) ?? []
  const body = (examples.find(({ key }) => key === name) ?? examples[0])?.value
  return { status, headers: { ...headers, 'content-type': concreteType(content.mediaType) }, body }
}

function headerText(value: unknown): string {
  const text = Array.isArray(value) ? value.join(',') : typeof value === 'object' ? printJson(value) : String(value)
  return text.replaceAll(/[^\t -~]/gu, (character) => encodeURIComponent(character.toWellFormed()))
}
