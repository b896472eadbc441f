import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { root } from '../../src/workspace/root.ts'

/** Says at the end of a run which tests were skipped and why, one line for each reason, and which passed only when they ran again. */
export default class RemarksReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = new Map<string, number>()
    for (const module of modules) {
      const file = relative(root, module.moduleId)
      for (const test of module.children.allTests('skipped')) {
        const line = `${file}: ${reasonOf(test)}`
        lines.set(line, (lines.get(line) ?? 0) + 1)
      }
      for (const test of module.children.allTests('passed')) {
        if (test.diagnostic()?.flaky) console.log(`flaky    ${file}: ${test.fullName}: ${firstFailureOf(test)}`)
      }
    }
    for (const [line, count] of lines) console.log(`skipped  ${line} (${count} ${count === 1 ? 'test' : 'tests'})`)
  }
}

function firstFailureOf(test: TestCase): string {
  return (test.result().errors?.[0]?.message ?? 'it failed at first').replaceAll(/\s+/g, ' ').slice(0, 300)
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
