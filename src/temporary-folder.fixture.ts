import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** A folder that is removed after the test; after all tests of the file, or of the group, if none is running. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rulebound-test-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (TestRunner.getCurrentTest()) onTestFinished(remove)
  else afterAll(remove)
  return folder
}

/** The same with these files, by path. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder()
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}
