import type { PrismRequest } from './exchange.ts'

/** Prism reads preferences from the query too, where there is no header. */
export function hasPreference({ headers, url: { query = {} } }: PrismRequest): boolean {
  return (
    headers.prefer !== undefined ||
    '__code' in query ||
    '__example' in query ||
    '__dynamic' in query ||
    '__seed' in query
  )
}
