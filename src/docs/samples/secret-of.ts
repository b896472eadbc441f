/** The credential in the value of a header: a token, or the user name of Basic authentication. Runs in browsers as well. */
export function secretOf(value: string): string {
  const [, scheme, rest = ''] = /^(Bearer|Basic) (.*)$/.exec(value) ?? []
  if (scheme === 'Basic') return atob(rest).split(':')[0] ?? ''
  return scheme === undefined ? value : rest
}
