import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import {
  bigint,
  bool,
  enumReader,
  file,
  int,
  list,
  optional,
  readParts,
  strictBool,
  text,
  uuid,
  type ValueReader,
} from './request-params.ts'

const page = readFileSync(new URL('../../docs/guides/request-params/readers.md', import.meta.url), 'utf8')

/** Readers by the calls that stand above the examples. */
const readers: Record<string, ValueReader<unknown>> = {
  text,
  int,
  bigint,
  bool,
  strictBool,
  uuid,
  'list(int)': list(int),
  "enumReader(['Processed', 'Shipped'])": enumReader(['Processed', 'Shipped']),
  'optional(int)': optional(int),
  file,
}

const tables = [...page.matchAll(/^\| `(.+)` reads \| as \|\n\|---\|---\|\n((?:\|.*\|\n?)+)/gm)].map(
  ([, call = '', rows = '']) => ({
    call,
    examples: [...rows.matchAll(/^\| `(.+)` \| (.+) \|$/gm)].map(([, sent = '', read = '']) => [sent, read] as const),
    lines: rows.trim().split('\n').length,
  }),
)

it('the page has examples of every reader', () => {
  expect(tables.map(({ call }) => call).sort()).toEqual(Object.keys(readers).sort())
  for (const { examples, lines } of tables) expect(examples).toHaveLength(lines)
})

describe.each(tables)('$call', ({ call, examples }) => {
  it.each(examples)('reads %s as %s', async (sent, expected) => {
    const params = await readParts(
      sent.startsWith('?') ? { query: sent } : { contentType: 'application/json', body: Buffer.from(sent) },
    )
    const outcome = params.paramOrError('a', readers[call] ?? file)
    expect(outcome.ok ? `\`${inspect(outcome.value)}\`` : outcome.error.reason).toBe(expected)
  })
})
