import type { IHttpOperation, IHttpOperationResponse, IMediaTypeContent } from '@stoplight/types'
import Negotiator from 'negotiator'
import type { Answer } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { responseOf } from '../../contract/operation.ts'
import { concreteType } from '../../contract/published/media-example.ts'

/** The headers by which a caller chooses one of the documented answers. */
interface ChoosingHeaders {
  accept?: string | undefined
  /** The `Prefer` header: `code=404, example=empty`. */
  prefer?: string | undefined
}

/** An answer that the document shows or that its schemas allow: the lowest success, unless the caller prefers another. */
export function documentedAnswer(
  { responses }: Pick<IHttpOperation, 'responses'>,
  { accept, prefer = '' }: ChoosingHeaders,
): Answer | Refusal {
  const [, wanted] = /\bcode="?(\d{3})/.exec(prefer) ?? []
  const response = wanted === undefined ? usualResponse(responses) : responseOf(responses, Number(wanted))
  const status = statusOf(response, wanted)
  if (!response || (wanted !== undefined && (status < 200 || status > 599))) {
    return new Refusal(
      'invalid-request',
      `The document has no answer that matches the Prefer header; it has ${responses.map(({ code }) => code).join(', ')}.`,
    )
  }
  const headers = Object.fromEntries(
    (response.headers ?? []).flatMap(({ name, examples = [] }) =>
      examples.flatMap((one) => ('value' in one ? [[name.toLowerCase(), headerText(one.value)]] : [])).slice(0, 1),
    ),
  )
  const { contents = [] } = response
  if (contents.length === 0) return { status, headers, body: undefined }
  const content = negotiate(contents, status < 400 ? accept : undefined)
  if (!content) {
    const types = contents.map(({ mediaType }) => mediaType).join(', ')
    return new Refusal('not-acceptable', `The answer is available as ${types}.`)
  }
  const [, name] = /\bexample="?([^",;]+)/.exec(prefer) ?? []
  const examples = content.examples?.filter((example) => 'value' in example) ?? []
  const body = (examples.find(({ key }) => key === name) ?? examples[0])?.value
  return { status, headers: { ...headers, 'content-type': concreteType(content.mediaType) }, body }
}

/** The success with the lowest status; without one, whatever comes next. */
export function usualResponse(responses: readonly IHttpOperationResponse[]): IHttpOperationResponse | undefined {
  const rank = ({ code }: IHttpOperationResponse) =>
    code === 'default' ? 300 : code.startsWith('2') ? statusNumber(code) - 200 : statusNumber(code) + 100
  return [...responses].sort((one, other) => rank(one) - rank(other)).find(({ code }) => statusNumber(code) >= 200)
}

function statusOf(response: IHttpOperationResponse | undefined, wanted?: string): number {
  return Number(wanted) || (response ? statusNumber(response.code) : 200)
}

function statusNumber(code: string): number {
  return code === 'default' ? 200 : Number(code.replace('XX', '00'))
}

function negotiate(contents: readonly IMediaTypeContent[], accept: string | undefined): IMediaTypeContent | undefined {
  // An answer in JSON can keep what callers sent.
  const sorted = [...contents].sort(
    (one, other) => Number(/json/.test(other.mediaType)) - Number(/json/.test(one.mediaType)),
  )
  const types = sorted.map(({ mediaType }) => concreteType(mediaType).replace(/;.*/, '').trim())
  const best = new Negotiator({ headers: { accept } }).mediaType(types)
  return best === undefined ? undefined : sorted[types.indexOf(best)]
}

function headerText(value: unknown): string {
  const text = Array.isArray(value)
    ? value.join(',')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
  return text.replaceAll(/[^\t -~]/gu, (character) => encodeURIComponent(character.toWellFormed()))
}
