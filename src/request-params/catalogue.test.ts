import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import * as library from './request-params.ts'

const root = new URL('../../', import.meta.url)
const catalogue: { rules: { id: string; kind: string }[] } = parse(
  readFileSync(new URL('specs/request-params/rules.yaml', root), 'utf8'),
)
const tests = globSync('src/request-params/**/*.test.ts', { cwd: root }).map((file) =>
  readFileSync(new URL(file, root), 'utf8'),
)

/** Rule IDs at the start of test titles, also of those in tables. */
const shown = new Set(
  tests.flatMap((source) =>
    [...source.matchAll(/['"`]((?:PRM-\d{3}(?:, )?)+): /g)].flatMap(([, ids = '']) => ids.split(', ')),
  ),
)

const rules = catalogue.rules.filter(({ kind }) => kind === 'tool').map(({ id }) => id)

it.each(rules)('%s has a test whose title starts with it', (id) => {
  expect(shown).toContain(id)
})

it('tests name only rules of the catalogue', () => {
  expect([...shown].filter((id) => !rules.includes(String(id)))).toEqual([])
})

// Typed out from the reference.
const operations = 'param paramText paramInt paramBool paramUUID paramOrDefault paramOrNothing paramOrError paramList '
const others = 'paramListOrNothing hasParam queryOrBodyParam allParams fill emptyValueToNothing ifValid ifNew'

it.each((operations + others).split(' '))('the operation %s is exported by its documented name', (name) => {
  expect(library).toHaveProperty(name, expect.any(Function))
})
