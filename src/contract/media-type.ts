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

/** Whether media ranges, such as those of an `Accept` header, include a media type. */
export function acceptsMediaType(ranges: string, mediaType: string): boolean {
  return new Negotiator({ headers: { accept: ranges } }).mediaType([mediaType]) !== undefined
}

/**
 * The media ranges of an `Accept` header, written so that every parser accepts them. A header without a valid range accepts
 * anything (RFC 9110, 12.5.1).
 */
export function mediaRanges(accept: string): string[] {
  const ranges = accept.split(',').flatMap((range) => MIMEType.parse(range)?.toString() ?? [])
  return ranges.length > 0 ? ranges : ['*/*']
}
