import type { Conditions } from '../conditions.ts'

type JsonLimits = Pick<
  Conditions,
  'max_json_depth' | 'max_json_string_value_length' | 'max_json_object_entry_count' | 'max_json_array_element_count'
>

/** A limit that a body exceeds, and its rule. */
export interface Excess {
  rule: string
  detail: string
}

/**
 * Finds a limit on JSON that a body exceeds. Limits are inclusive. Text that is not JSON exceeds none.
 *
 * @param body bytes of the request body, UTF-8
 */
export function findExcess(body: Uint8Array, limits: JsonLimits): Excess | undefined {
  // A body is at least as long as every count in it, so most bodies need not be parsed.
  if (body.length <= Math.min(...limitsOf(limits))) return undefined
  return walk(parse(body), limits)
}

function limitsOf(limits: JsonLimits): number[] {
  return [
    limits.max_json_depth,
    limits.max_json_string_value_length,
    limits.max_json_object_entry_count,
    limits.max_json_array_element_count,
  ]
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString())
  } catch {
    return undefined
  }
}

/** Not recursive: a body may be nested deeper than the call stack. */
function walk(root: unknown, limits: JsonLimits): Excess | undefined {
  const pending: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value } = next
    if (typeof value === 'string') {
      const excess = tooLong(value, limits.max_json_string_value_length)
      if (excess) return excess
    }
    if (typeof value !== 'object' || value === null) continue
    const depth = next.depth + 1
    const members: unknown[] = Array.isArray(value) ? value : Object.values(value)
    const excess = tooDeep(depth, limits) ?? tooMany(members.length, Array.isArray(value), limits)
    if (excess) return excess
    for (const member of members) pending.push({ value: member, depth })
  }
  return undefined
}

function tooDeep(depth: number, { max_json_depth: limit }: JsonLimits): Excess | undefined {
  if (depth <= limit) return undefined
  return { rule: 'SEC-114', detail: `the body nests deeper than the ${limit} levels that this listener allows` }
}

function tooLong(text: string, limit: number): Excess | undefined {
  // Counting characters takes time, and there are never more characters than UTF-16 code units.
  if (text.length <= limit || characters(text) <= limit) return undefined
  return {
    rule: 'SEC-115',
    detail: `a string in the body is longer than the ${limit} characters that this listener allows`,
  }
}

/** A surrogate pair counts as one character. */
function characters(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length; at++) if ((text.codePointAt(at) ?? 0) > 0xffff) count--
  return count
}

function tooMany(count: number, isArray: boolean, limits: JsonLimits): Excess | undefined {
  if (isArray) {
    const limit = limits.max_json_array_element_count
    if (count <= limit) return undefined
    return {
      rule: 'SEC-117',
      detail: `an array in the body has more than the ${limit} elements that this listener allows`,
    }
  }
  const limit = limits.max_json_object_entry_count
  if (count <= limit) return undefined
  return { rule: 'SEC-116', detail: `an object in the body has more than the ${limit} pairs that this listener allows` }
}
