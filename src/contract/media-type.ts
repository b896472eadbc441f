import MIMEType from 'whatwg-mimetype'

/** `type/subtype` in lower case, without parameters; undefined for text that is no media type. */
export function parseMediaType(contentType: string): string | undefined {
  return MIMEType.parse(contentType)?.essence
}

const token = "[\\w!#$%&'*+.^`|~-]+"
const mediaRange = new RegExp(`^${token}/${token}(?:[ \\t]*;[ \\t]*${token}=(?:${token}|"[^"\\\\]*"))*$`)

/** True for a media type whose parameters every parser reads alike. */
export function isWellFormed(contentType: string): boolean {
  return mediaRange.test(contentType)
}

/** The ranges of an `Accept` header, without what is none; one that has none accepts anything (RFC 9110, 12.5.1). */
export function mediaRanges(accept: string): string[] {
  const ranges = accept
    .split(',')
    .map((range) => range.trim())
    .filter((range) => mediaRange.test(range))
  return ranges.length > 0 ? ranges : ['*/*']
}
