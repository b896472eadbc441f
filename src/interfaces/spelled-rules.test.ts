import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listInterfaces } from '../workspace/interfaces.ts'
import { loadChecks } from './load.ts'

const interfaces = listInterfaces().map(({ name }) => name)

it.each(interfaces)('a search for a rule of %s finds its check', async (name) => {
  const cwd = new URL(`${name}/`, import.meta.url)
  const files = globSync('**/*.ts', { cwd: cwd.pathname })
  const text = files.map((file) => readFileSync(new URL(file, cwd), 'utf8')).join('\n')
  const { checks } = await loadChecks(name)
  expect(Object.keys(checks).filter((rule) => !text.includes(`'${rule}'`))).toEqual([])
})
