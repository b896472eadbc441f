import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { readPrograms, typeCheckPrograms } from '../../src/guide-programs.fixture.ts'
import { root } from '../../src/workspace/root.ts'

const pages = globSync('docs/guides/request-params/*.md', { cwd: root }).sort()

it('there is a page for each framework and one of the readers, and an index that leads to them', () => {
  const names = pages.map((page) => basename(page, '.md'))
  expect(names).toEqual(['express', 'fastify', 'hono', 'index', 'koa', 'node-http', 'readers'])
  const index = readFileSync(join(root, 'docs/guides/request-params/index.md'), 'utf8')
  for (const name of names) if (name !== 'index') expect(index).toContain(`(${name}.md)`)
})

it('each program of a page shows its output, and passes the type checker', async () => {
  const programs = readPrograms(pages)
  expect(programs.filter(({ printed }) => printed === '')).toEqual([])
  expect(await typeCheckPrograms(programs, 'e2e')).toBe('')
})
