import { expect, it } from 'vitest'
import { refuseExcess } from './json-limits.ts'

const limits = {
  max_json_depth: 3,
  max_json_string_value_length: 5,
  max_json_object_entry_count: 2,
  max_json_array_element_count: 2,
}

it('measures a body that nests deeper than calls can', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  expect(refuseExcess(Buffer.from(deep), limits)?.rules).toEqual(['SEC-114'])
})

it('finds no excess in text that is not JSON, which something else refuses', () => {
  expect(refuseExcess(Buffer.from('{"a": "a long value'), limits)).toBeUndefined()
})
