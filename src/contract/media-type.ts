import Negotiator from 'negotiator'
import MIMEType from 'whatwg-mimetype'

/** `type/subtype` in lower case, without parameters; undefined when the text is not a media type. */
export function parseMediaType(contentType: string): string | undefined {
  return MIMEType.parse(contentType)?.essence
}

/** `type/subtype` of the message with these headers; empty when they name no media type. */
export function mediaTypeOf(headers: Readonly<Record<string, string>>): string {
  return parseMediaType(headers['content-type'] ?? '') ?? ''
}

/** @param mediaType `type/subtype`, without parameters */
export function isJson(mediaType: string | undefined): boolean {
  return /\/(.+\+)?json$/.test(mediaType ?? '')
}

/** @param mediaType `type/subtype`, without parameters */
export function isXml(mediaType: string | undefined): boolean {
  return /^(text|application)\/(.*\+)?xml$/.test(mediaType ?? '')
}

/** Between the parts of a body that is made up. */
export const usualBoundary = 'next-part'

/** A media type that an answer can have, for one that a document gives with wildcards or not at all. */
export function concreteType(mediaType: string): string {
  const type = parseMediaType(mediaType)
  if (type === undefined || type === '*/*' || type === 'application/*') return 'application/json'
  if (type === 'text/*') return 'text/plain'
  if (type === 'image/*') return 'image/png'
  if (/\/\*\+(json|xml)$/.test(type)) return type.replace('*+', '')
  // Programs that write a form choose its boundary.
  if (/^multipart\/(?!form-data)/.test(type) && !/;\s*boundary=/i.test(mediaType))
    return `${mediaType.replace('/*', '/mixed')}; boundary=${usualBoundary}`
  return type.endsWith('/*') ? 'application/octet-stream' : mediaType
}

/**
 * The media type of a document that describes a message: the most specific one. Parameters that both have must be equal, but for `charset`.
 *
 * @param given value of `Content-Type`
 * @param ofRequest a type with the suffix `+json` is also taken for `application/json`, as clients send it
 */
export function findMediaType(documented: Iterable<string>, given: string, ofRequest = false): string | undefined {
  const sent = MIMEType.parse(given)
  if (!sent) return undefined
  let [found, best]: [string | undefined, number] = [undefined, 0]
  for (const key of documented) {
    const score = scoreOf(MIMEType.parse(key), sent, ofRequest)
    if (score > best) [found, best] = [key, score]
  }
  return found
}

function scoreOf(range: MIMEType | null, sent: MIMEType, ofRequest: boolean): number {
  if (!range) return 0
  const { type, subtype } = range
  const isOfType = type === sent.type
  const suffix = /^\*(\+.+)$/.exec(subtype)?.[1]
  const score =
    range.essence === sent.essence
      ? 5
      : ofRequest && isJson(sent.essence) && /^(application|text)\/json$/.test(range.essence)
        ? 4
        : isOfType && suffix !== undefined && sent.subtype.endsWith(suffix)
          ? 3
          : isOfType && subtype === '*'
            ? 2
            : range.essence === '*/*'
              ? 1
              : 0
  const own = [...range.parameters].filter(([name]) => name !== 'charset')
  const isOther = own.some(([name, value]) => (sent.parameters.get(name) ?? value) !== value)
  const shared = own.filter(([name]) => sent.parameters.has(name)).length
  return score === 0 || isOther ? 0 : score + (shared - (own.length - shared) / 10) / 100
}

/**
 * The media type that suits an `Accept` header best (RFC 9110, 12.5.1); undefined if none does. A header without a valid range accepts
 * anything. A parameter of a range counts where any offered type has one of this name.
 *
 * @param offered in the order of the server's preference
 */
export function chooseMediaType(accept: string | undefined, offered: readonly string[]): string | undefined {
  const types = offered.flatMap((one) => MIMEType.parse(one) ?? [])
  const ranges = (accept?.match(/(?:[^,"]|"(?:[^"\\]|\\.)*")+/g) ?? []).flatMap((text) => {
    const range = MIMEType.parse(text.trim())
    for (const name of [...(range?.parameters.keys() ?? [])])
      if (name !== 'q' && !types.some(({ parameters }) => parameters.has(name))) range?.parameters.delete(name)
    return range ? [String(range)] : []
  })
  const headers = ranges.length > 0 ? { accept: ranges.join(',') } : {}
  return new Negotiator({ headers }).mediaType([...offered])
}

/** Whether media ranges, such as those of an `Accept` header, include a media type. */
export function acceptsMediaType(ranges: string, mediaType: string): boolean {
  return findMediaType(ranges.split(','), mediaType) !== undefined
}

/** The media types that an `Accept` header names without wildcards. */
export function acceptedTypes(accept = ''): string[] {
  const types = accept.split(',').flatMap((text) => parseMediaType(text.trim()) ?? [])
  return types.filter((type) => !type.includes('*'))
}
