import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { root } from '../../src/workspace/root.ts'

/** Says at the end of a run which tests were skipped and why, one line for each reason. */
export default class RemarksReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = new Map<string, number>()
    for (const module of modules) {
      const file = relative(root, module.moduleId)
      for (const test of module.children.allTests('skipped')) {
        const line = `${file}: ${reasonOf(test)}`
        lines.set(line, (lines.get(line) ?? 0) + 1)
      }
    }
    for (const [line, count] of lines) console.log(`skipped  ${line} (${count} ${count === 1 ? 'test' : 'tests'})`)
  }
}

/** The reason that a test gave when it skipped itself; otherwise the title of the outermost skipped suite, or of the test. */
function reasonOf(test: TestCase): string {
  const result = test.result()
  if (result.state === 'skipped' && result.note !== undefined) return result.note
  let skipped: { name: string } = test
  for (let { parent } = test; parent.type === 'suite'; { parent } = parent) {
    if (parent.options.mode === 'skip') skipped = parent
  }
  return skipped.name
}
