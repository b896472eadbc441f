import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { InstrumenterContext } from '@stryker-mutator/api/core'
import {
  type CompleteDryRunResult,
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner'
import type { OpenCheck } from './open-checks.ts'

type OpenChecks = Awaited<ReturnType<typeof import('./open-checks.ts').openChecks>>

/**
 * Runs checks as Stryker's tests, in this process. Stryker's working directory is a copy of the sources that contains every mutant behind a
 * switch.
 *
 * Each mutant gets new mocks, because a mock compiles validators once, and would keep those of the previous mutant.
 */
export class ChecksRunner implements TestRunner {
  /** By the ID of a check: its interface, how many mutants it has killed, and milliseconds of its last run. */
  readonly #known = new Map<string, { interface: string; killed: number; took: number }>()
  readonly #switches: InstrumenterContext
  readonly #interfaces: string[]

  constructor(switches: InstrumenterContext, interfaces: string[]) {
    this.#switches = switches
    this.#interfaces = interfaces
  }

  capabilities() {
    return { reloadEnvironment: false }
  }

  /** Loads all of the mock while every mutant is off. */
  async init(): Promise<void> {
    for (const name of this.#interfaces) {
      const { checks, close } = await openCopy(name)
      for (const { id } of checks) this.#known.set(id, { interface: name, killed: 0, took: 0 })
      await close()
    }
  }

  async dryRun(): Promise<DryRunResult> {
    const tests: TestResult[] = []
    for (const [id, known] of this.#known) {
      // The start of the mock counts as covered by each check, so its mutants are run against all of them.
      this.#switches.currentTestId = id
      const { checks, close } = await openCopy(known.interface)
      tests.push(await this.#run(checks, id))
      await close()
      delete this.#switches.currentTestId
    }
    const { mutantCoverage = { static: {}, perTest: {} } } = this.#switches
    return { status: DryRunStatus.Complete, tests, mutantCoverage }
  }

  async mutantRun({ activeMutant, testFilter, hitLimit }: MutantRunOptions): Promise<MutantRunResult> {
    Object.assign(this.#switches, { activeMutant: activeMutant.id, hitLimit, hitCount: 0 })
    try {
      const result = await this.#runUntilOneFails(testFilter)
      return toMutantRunResult(determineHitLimitReached(this.#switches.hitCount, hitLimit) ?? result)
    } finally {
      delete this.#switches.activeMutant
    }
  }

  /** Starts with the checks that have killed most mutants, and the fastest of these. */
  async #runUntilOneFails(wanted: string[] | undefined): Promise<CompleteDryRunResult> {
    const inOrder = [...this.#known]
      .filter(([id]) => wanted?.includes(id) ?? true)
      .sort(([, one], [, other]) => other.killed - one.killed || one.took - other.took)
    const opened = new Map<string, OpenChecks>()
    const tests: TestResult[] = []
    for (const [id, known] of inOrder) {
      const open = opened.get(known.interface) ?? (await openCopy(known.interface).catch(() => notStarted))
      opened.set(known.interface, open)
      const result = await this.#run(open.checks, id)
      tests.push(result)
      if (result.status !== TestStatus.Failed) continue
      known.killed++
      break
    }
    for (const { close } of opened.values()) await close()
    return { status: DryRunStatus.Complete, tests }
  }

  async #run(checks: readonly OpenCheck[], id: string): Promise<TestResult> {
    const started = performance.now()
    const check = checks.find((check) => check.id === id)
    const failureMessage = check ? await check.run().catch(String) : 'the mock did not start'
    const timeSpentMs = performance.now() - started
    const known = this.#known.get(id)
    if (known) known.took = timeSpentMs
    if (failureMessage !== undefined) return { id, name: id, timeSpentMs, status: TestStatus.Failed, failureMessage }
    return { id, name: id, timeSpentMs, status: TestStatus.Success }
  }
}

/** Opens checks from Stryker's copy of the sources. */
async function openCopy(name: string): Promise<OpenChecks> {
  const copy = pathToFileURL(join(process.cwd(), 'e2e/lab/mutation/open-checks.ts')).href
  const { openChecks } = (await import(copy)) as typeof import('./open-checks.ts')
  return openChecks(name)
}

/** If a mutant keeps the mock from starting, every check fails. */
const notStarted: OpenChecks = { checks: [], close: async () => {} }
