import { truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../temporary-folder.fixture.ts'
import { assertServable } from './add-imported.ts'
import { ImportError } from './import-error.ts'

it('refuses schemas that take too much memory when they are written out', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'runtime.json')
  writeFileSync(file, '{}')
  assertServable(file)
  truncateSync(file, 33_000_000)
  expect(() => assertServable(file)).toThrow(ImportError)
  expect(() => assertServable(file)).toThrow('they take 33 MB when they are written out; 32 MB is the most.')
})
