/** The token of `Authorization: Bearer`; the name of the scheme may be in any case (RFC 9110, 11.1). */
export function bearerToken(authorization = ''): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization)?.[1]
}
