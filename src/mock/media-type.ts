import MIMEType from 'whatwg-mimetype'

/** `type/subtype` in lower case, without parameters; undefined for text that is no media type. */
export function parseMediaType(contentType: string): string | undefined {
  return MIMEType.parse(contentType)?.essence
}
