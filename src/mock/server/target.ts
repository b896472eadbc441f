/** Accepts the origin form and, from clients of a proxy, the absolute form. `URL` would rewrite the path. */
export function splitTarget(target: string): { path: string; query: string } {
  const origin = target.startsWith('/') ? target : target.replace(/^[a-z]+:\/\/[^/?]*/i, '')
  const end = origin.indexOf('?')
  const path = end === -1 ? origin : origin.slice(0, end)
  return { path: path === '' ? '/' : path, query: end === -1 ? '' : origin.slice(end + 1) }
}
