import type { PrismRequest } from '../request/prism-request.ts'

/** Prism reads preferences from the query too, where there is no header. */
export function hasPreference({ headers, url: { sent } }: PrismRequest): boolean {
  return headers.prefer !== undefined || sent.pairs.some(([name]) => preferences.has(name))
}

const preferences = new Set(['__code', '__example', '__dynamic', '__seed'])
