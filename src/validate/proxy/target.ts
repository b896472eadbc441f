/**
 * The path and the query of a request, as the client wrote them. An absolute target names a host as well, which the upstream
 * replaces. Undefined for a target that is neither a path nor the `*` of `OPTIONS`.
 */
export function pathAndQueryOf(method: string, target = '/'): string | undefined {
  const path = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '')
  if (path.startsWith('/') || (path === '*' && method === 'OPTIONS')) return path
  return path === '' || path.startsWith('?') ? `/${path}` : undefined
}

/**
 * True when the segments `..` of a path lead above its beginning. A server may take `\`, `%2f` and `%5c` for separators, and
 * several separators for one, so the path must stay below under each of these readings.
 */
export function leavesItsRoot(pathAndQuery: string): boolean {
  const [path = ''] = pathAndQuery.split('?')
  const dotted = path.replace(/%2e/gi, '.')
  return [/\//, /[/\\]|%2f|%5c/i].some((separator) => climbs(dotted.split(separator)))
}

function climbs(segments: readonly string[]): boolean {
  let depth = 0
  for (const segment of segments) {
    if (segment === '..') depth--
    else if (segment !== '' && segment !== '.') depth++
    if (depth < 0) return true
  }
  return false
}

/** The URL that a request is forwarded to; the upstream itself for `*`. */
export function urlBelow(upstream: URL, pathAndQuery: string): URL {
  if (pathAndQuery === '*') return upstream
  // A URL parser would drop the part after `#`; the upstream gets it.
  return new URL(upstream.href.replace(/\/$/, '') + pathAndQuery.replaceAll('#', '%23'))
}
