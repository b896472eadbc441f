import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startMock } from '../../mock/start-mock.ts'
import { findSuite } from '../../suites.fixture.ts'
import { openWorkspace } from '../../workspace/open-workspace.ts'
import { minimalFindings } from './redocly.ts'

const suite = findSuite('suites/openapi')

const folders = ['3.1/pass', '3.1/fail', '3.2/pass', '3.2/fail']

function filesIn(folder: string): string[] {
  return readdirSync(join(suite ?? '', folder)).map((file) => join(suite ?? '', folder, file))
}

it.runIf(suite).each(folders)('judges the documents of %s as the standard does', async (folder) => {
  const judged = await Promise.all(
    filesIn(folder).map(async (file) => {
      const errors = (await minimalFindings(file)).filter(({ level }) => level === 'error')
      return { file, isRefused: errors.length > 0, hasLines: errors.every(({ place }) => (place?.line ?? 0) > 0) }
    }),
  )
  expect(judged.length).toBeGreaterThan(10)
  expect(judged.filter(({ isRefused }) => isRefused !== folder.endsWith('fail'))).toEqual([])
  expect(judged.filter(({ hasLines }) => !hasLines)).toEqual([])
})

it.runIf(suite)('starts the mock with every document that passes', async () => {
  const words = folders.filter((folder) => folder.endsWith('pass')).flatMap(filesIn)
  const mock = await startMock({ workspace: await openWorkspace({ words, from: suite ?? '' }) })
  const names = mock.interfaces.map(({ name }) => name)
  await mock.close()
  expect(names.length).toBeGreaterThanOrEqual(words.length)
})
