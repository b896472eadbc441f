import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** A folder that is removed after the test; after all tests of the file, or of the group, if none is running. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rulebound-test-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  if (TestRunner.getCurrentTest()) onTestFinished(remove)
  else afterAll(remove)
  return folder
}
