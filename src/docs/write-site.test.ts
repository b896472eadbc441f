import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../temporary-folder.fixture.ts'
import { writeSite } from './write-site.ts'

it('keeps a file, and a folder with other files than a documentation', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'openapi.yaml')
  writeFileSync(file, 'openapi: 3.1.0')
  await expect(writeSite(file)).rejects.toThrow(/openapi\.yaml is a file, and the documentation goes to a folder/)
  await expect(writeSite(folder)).rejects.toThrow('has other files than a documentation')
  expect(readFileSync(file, 'utf8')).toBe('openapi: 3.1.0')
})

it('replaces the documentation that it wrote before', async () => {
  const folder = join(temporaryFolder(), 'docs')
  mkdirSync(folder)
  writeFileSync(join(folder, 'llms.txt'), 'old')
  writeFileSync(join(folder, 'old.html'), 'old')
  await writeSite(folder)
  expect(readFileSync(join(folder, 'llms.txt'), 'utf8')).not.toBe('old')
  expect(() => readFileSync(join(folder, 'old.html'))).toThrow('ENOENT')
})
