import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

const { rules, functions } = parse(readFileSync(new URL('../../../../.spectral.yaml', import.meta.url), 'utf8'))
const houseRules = Object.keys(rules).filter((name) => typeof rules[name] === 'object')

it.each(houseRules)('%s has a table of documents', (name) => {
  expect(existsSync(new URL(`${name}.test.ts`, import.meta.url))).toBe(true)
})

it('loads no function that no rule uses', () => {
  const used = houseRules.map((name) => rules[name].then.function)
  expect(functions.filter((name: string) => !used.includes(name))).toEqual([])
})
