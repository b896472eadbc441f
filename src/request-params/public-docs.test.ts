import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { publicNames } from './public-docs.fixture.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))
const entries = [
  'request-params.ts',
  'adapters/express.ts',
  'adapters/fastify.ts',
  'adapters/hono.ts',
  'adapters/koa.ts',
  'adapters/node-http.ts',
]
const readerFiles = globSync('readers/*.ts', { cwd: folder, exclude: (name) => name.endsWith('.test.ts') })

const names = publicNames([...entries, ...readerFiles])
const readers = names.filter(({ module, name }) => module.startsWith('readers/') && name !== 'UUID')

it('sees the exports of every entry', () => {
  for (const entry of entries) expect(names.some(({ module }) => module === entry)).toBe(true)
  expect(names.filter(({ module }) => module === 'request-params.ts').length).toBeGreaterThan(50)
  expect(readers).toHaveLength(10)
})

it.each(names)('$module: $name has a docstring', ({ text }) => {
  expect(text).toMatch(/\w.*\./)
})

describe.each(readers)('the docstring of $name', ({ text, tags }) => {
  it('gives the grammar of a form and of JSON, with the error of each', () => {
    expect(text).toMatch(
      /\| of \| grammar \| otherwise \|\n\|---\|---\|---\|\n(\|.*\n)*\| query, form \| .+ \| .+ \|\n/,
    )
    expect(text).toMatch(/^\| JSON \| .+ \| .+ \|$/m)
  })

  it('names a rule, and shows a call', () => {
    expect(text).toMatch(/PRM-\d{3}/)
    expect(tags.get('example')).toMatch(/^```ts\n[\s\S]+\n```$/)
  })
})
