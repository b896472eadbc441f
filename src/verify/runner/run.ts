import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import './suite-context.ts'
import { isOnTheWire, loadRules, type Rule } from '../../contract/contract.ts'
import type { Target } from '../target/target.ts'
import type { Report, RuleResult } from './report.ts'
import { titleOf } from './rule-result.ts'
import { shareOut, takeShard } from './share-out.ts'

export interface RunOptions {
  /** What to check, by interface; undefined for the mock of this process. */
  targets: ReadonlyMap<string, Target | undefined>
  /** Only checks whose rule or statement matches. */
  only?: RegExp
  /** Times that a failed check is run again, 0 by default. */
  retries?: number
  /** `1/3`: the first third of the interfaces. */
  shard?: string
  /** Hears of each rule as its check ends. */
  onResult?: (result: RuleResult) => void
}

/** The checks could not be run at all; the message says why. */
export class RunFailedError extends Error {
  override readonly name = 'RunFailedError'
}

const suite = fileURLToPath(new URL(`checks.suite${import.meta.url.slice(-3)}`, import.meta.url))
const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Runs the checks of interfaces with Vitest underneath, in as many processes as there are processors.
 *
 * @throws {RunFailedError} when checks could not be loaded, or ended without a result
 */
export async function runChecks(options: RunOptions): Promise<Report> {
  const { targets, only, retries = 0, shard, onResult } = options
  const started = new Date()
  const entries = takeShard([...targets], shard)
    .map(([name, target]) => ({ name, target, rules: rulesOf(name, only) }))
    .filter(({ rules }) => rules.length > 0)
  const groups = shareOut(entries, availableParallelism(), ({ rules }) => rules.length)
  const results: RuleResult[] = []
  const faults: string[] = []
  const titles = new Set([...targets.values()].map((target) => target?.title ?? 'the mock'))
  const report = () => ({
    target: [...titles].join(', '),
    started: started.toISOString(),
    milliseconds: Date.now() - started.getTime(),
    results: results.sort(byRule),
  })
  // Without projects Vitest would look for tests of its own accord.
  if (groups.length === 0) return report()
  const { startVitest } = await import('vitest/node')
  const vitest = await startVitest(
    'test',
    [],
    {
      root,
      config: false,
      watch: false,
      // Vitest leaves one to itself, and has little to do here.
      maxWorkers: availableParallelism(),
      reporters: [collect({ results, faults, onResult })],
      // Vitest would look for the words in the names of the suites, too.
      ...(only ? { testNamePattern: titlesOf(entries.flatMap(({ rules }) => rules)) } : {}),
    },
    {
      test: {
        projects: groups.map((group) => ({
          test: {
            name: group.map(({ name }) => name).join(', '),
            root,
            include: [suite],
            exclude: [],
            provide: { interface: '', targets: group.map(({ name, target }) => ({ name, target })) },
            retry: retries,
            testTimeout: 120_000,
            hookTimeout: 120_000,
          },
        })),
      },
    },
  )
  await vitest.close()
  // Vitest marks this process as failed when a check fails: what that means is for the caller to say.
  process.exitCode = undefined
  if (faults.length > 0) throw new RunFailedError(faults.join('\n'))
  return report()
}

function rulesOf(name: string, only: RegExp | undefined): Rule[] {
  return loadRules(name).filter((rule) => isOnTheWire(rule) && (only?.test(titleOf(rule)) ?? true))
}

function titlesOf(rules: readonly Rule[]): RegExp {
  return new RegExp(`\\b(${rules.map(({ id }) => id).join('|')}): `)
}

interface Collection {
  results: RuleResult[]
  faults: string[]
  onResult: ((result: RuleResult) => void) | undefined
}

function collect({ results, faults, onResult }: Collection): Reporter {
  return {
    onTestCaseResult(test: TestCase) {
      const { rule } = test.meta()
      if (rule) {
        results.push(rule)
        onResult?.(rule)
      } else if (test.result().state === 'failed') {
        faults.push(`${test.fullName}: ${test.result().errors?.[0]?.message}`)
      }
    },
    onTestModuleEnd(module: TestModule) {
      for (const { message } of module.errors()) faults.push(`${module.project.name}: ${message}`)
    },
    onTestRunEnd(_modules, errors) {
      for (const { message } of errors) faults.push(String(message))
    },
  }
}

function byRule(one: RuleResult, other: RuleResult): number {
  return one.interface.localeCompare(other.interface) || one.rule.id.localeCompare(other.rule.id)
}
