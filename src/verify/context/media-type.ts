/** `type/subtype` of a message in lower case, without parameters; empty where its headers name none. */
export function mediaTypeOf(headers: Readonly<Record<string, string>>): string {
  return headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
}
