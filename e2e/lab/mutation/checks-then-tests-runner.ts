import type { CoverageData, MutantCoverage } from '@stryker-mutator/api/core'
import {
  type DryRunOptions,
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestRunner,
} from '@stryker-mutator/api/test-runner'

/** Runs checks against a mutant, and unit tests only when every check passes: loading the sources for a test takes a second. */
export class ChecksThenTestsRunner implements TestRunner {
  readonly #checks: TestRunner
  readonly #tests: TestRunner

  constructor(checks: TestRunner, tests: TestRunner) {
    this.#checks = checks
    this.#tests = tests
  }

  /** Tests load the sources for each mutant. Checks need no reload, since they skip mutants of code that only runs on load. */
  capabilities() {
    return { reloadEnvironment: true }
  }

  async init(): Promise<void> {
    await this.#checks.init?.()
    await this.#tests.init?.()
  }

  async dryRun(options: DryRunOptions): Promise<DryRunResult> {
    const ofChecks = await this.#checks.dryRun(options)
    if (ofChecks.status !== DryRunStatus.Complete) return ofChecks
    const ofTests = await this.#tests.dryRun(options)
    if (ofTests.status !== DryRunStatus.Complete) return ofTests
    return {
      status: DryRunStatus.Complete,
      tests: [...ofChecks.tests, ...ofTests.tests],
      mutantCoverage: joinCoverage(ofChecks.mutantCoverage, ofTests.mutantCoverage),
    }
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { testFilter = [] } = options
    const [tests, checks] = [testFilter.filter(isUnitTest), testFilter.filter((id) => !isUnitTest(id))]
    const byChecks = await this.#checks.mutantRun({ ...options, testFilter: checks })
    if (byChecks.status !== MutantRunStatus.Survived || tests.length === 0) return byChecks
    return this.#tests.mutantRun({ ...options, testFilter: tests })
  }

  async dispose(): Promise<void> {
    await this.#tests.dispose?.()
  }
}

/** The ID of a unit test is its file, `#` and its title. */
const isUnitTest = (id: string) => id.includes('.test.ts#')

function joinCoverage(one: MutantCoverage | undefined, other: MutantCoverage | undefined): MutantCoverage {
  const loaded: CoverageData = { ...one?.static }
  for (const [mutant, hits] of Object.entries(other?.static ?? {})) loaded[mutant] = (loaded[mutant] ?? 0) + hits
  return { static: loaded, perTest: { ...one?.perTest, ...other?.perTest } }
}
