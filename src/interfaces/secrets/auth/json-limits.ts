import { Refusal } from '../../../behaviour/refusal.ts'
import { parseJson } from '../../../json-text.ts'
import type { Conditions } from '../conditions.ts'

type JsonLimits = Pick<
  Conditions,
  'max_json_depth' | 'max_json_string_value_length' | 'max_json_object_entry_count' | 'max_json_array_element_count'
>

/**
 * Refuses a body that exceeds a limit on JSON. Limits are inclusive. Text that is not JSON exceeds none.
 *
 * @param body bytes of the request body, UTF-8
 */
export function refuseExcess(body: Uint8Array, limits: JsonLimits): Refusal | undefined {
  // A list and no recursion: a body may be nested deeper than the call stack.
  const pending: { value: unknown; depth: number }[] = [{ value: parseJson(Buffer.from(body).toString()), depth: 0 }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value } = next
    const isNested = typeof value === 'object' && value !== null
    const depth = next.depth + (isNested ? 1 : 0)
    const members: unknown[] = isNested ? Object.values(value) : []
    const found = excessOf(value, { depth, size: members.length }, limits)
    if (found) return found
    for (const member of members) pending.push({ value: member, depth })
  }
  return undefined
}

function excessOf(value: unknown, { depth, size }: { depth: number; size: number }, limits: JsonLimits) {
  const { max_json_depth, max_json_string_value_length, max_json_object_entry_count, max_json_array_element_count } =
    limits
  if (depth > max_json_depth) return excess('SEC-114', 'the body nests deeper than the', max_json_depth, 'levels')
  // There are never more characters than UTF-16 code units, and counting characters takes time.
  if (typeof value === 'string' && value.length > max_json_string_value_length) {
    const limit = max_json_string_value_length
    let characters = 0
    for (const _ of value) characters++
    return characters > limit
      ? excess('SEC-115', 'a string in the body is longer than the', limit, 'characters')
      : undefined
  }
  const [rule, what, limit, unit] = Array.isArray(value)
    ? (['SEC-117', 'an array in the body has more than the', max_json_array_element_count, 'elements'] as const)
    : (['SEC-116', 'an object in the body has more than the', max_json_object_entry_count, 'pairs'] as const)
  return size > limit ? excess(rule, what, limit, unit) : undefined
}

function excess(rule: string, what: string, limit: number, unit: string): Refusal {
  return new Refusal('invalid-request', `${what} ${limit} ${unit} that this listener allows`, { rules: [rule] })
}
