import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { callCommand } from '../cli/call-command.fixture.ts'
import { temporaryFolder } from '../temporary-folder.fixture.ts'
import { bundled } from '../workspace/bundled.ts'
import { writeSite } from './write-site.ts'

it('keeps a file, and a folder with other files than a documentation', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'openapi.yaml')
  writeFileSync(file, 'openapi: 3.1.0')
  await expect(writeSite(file, { workspace: bundled })).rejects.toThrow(
    /openapi\.yaml is a file, or has one above it, and the documentation goes to a folder/,
  )
  await expect(writeSite(folder, { workspace: bundled })).rejects.toThrow('has other files than a documentation')
  expect(readFileSync(file, 'utf8')).toBe('openapi: 3.1.0')
})

it('replaces the documentation that it wrote before', async () => {
  const folder = join(temporaryFolder(), 'docs')
  mkdirSync(folder)
  writeFileSync(join(folder, 'llms.txt'), 'old')
  writeFileSync(join(folder, 'old.html'), 'old')
  await writeSite(folder, { workspace: bundled })
  expect(readFileSync(join(folder, 'llms.txt'), 'utf8')).not.toBe('old')
  expect(() => readFileSync(join(folder, 'old.html'))).toThrow('ENOENT')
})

it('writes the pages of the interfaces that are named, and refuses other names', async () => {
  const out = join(temporaryFolder(), 'docs')
  expect(await callCommand(['docs', 'orders', '--out', out])).toMatchObject({ code: 0, stderr: '' })
  expect(readdirSync(out)).toEqual(expect.arrayContaining(['orders', 'mock-control', 'index.html']))
  expect(readdirSync(out)).not.toContain('secrets')
  expect(await callCommand(['docs', 'ordres', '--out', out])).toMatchObject({
    code: 2,
    stderr: "unknown interface 'ordres'; did you mean 'orders'?\n",
  })
})
