import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { CoverageData, InstrumenterContext } from '@stryker-mutator/api/core'
import {
  type DryRunOptions,
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner'
import type { OpenCheck } from './open-checks.ts'

type OpenChecks = Awaited<ReturnType<typeof import('./open-checks.ts').openChecks>>

/**
 * Runs checks as Stryker's tests, in this process, and unit tests only for a mutant that passes every check: loading the sources for a test
 * takes a second. Stryker's working directory is a copy of the sources that contains every mutant behind a switch.
 *
 * Each mutant gets new mocks, because a mock compiles validators once, and would keep those of the previous mutant.
 */
export class ChecksRunner implements TestRunner {
  /** By the ID of a check: its interface, how many mutants it has killed, and milliseconds of its last run. */
  readonly #known = new Map<string, { interface: string; killed: number; took: number }>()
  readonly #switches: InstrumenterContext
  readonly #interfaces: string[]
  readonly #tests: TestRunner | undefined

  constructor(switches: InstrumenterContext, interfaces: string[], tests?: TestRunner) {
    this.#switches = switches
    this.#interfaces = interfaces
    this.#tests = tests
  }

  /** Tests load the sources for each mutant. Checks need no reload, since they skip mutants of code that only runs on load. */
  capabilities() {
    return { reloadEnvironment: this.#tests !== undefined }
  }

  async init(): Promise<void> {
    for (const name of this.#interfaces) {
      const { checks, close } = await openCopy(name)
      for (const { id } of checks) this.#known.set(id, { interface: name, killed: 0, took: 0 })
      await close()
    }
    await this.#tests?.init?.()
  }

  async dryRun(options: DryRunOptions): Promise<DryRunResult> {
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
    const ofTests = await this.#tests?.dryRun(options)
    if (!ofTests) return { status: DryRunStatus.Complete, tests, mutantCoverage }
    if (ofTests.status !== DryRunStatus.Complete) return ofTests
    const loaded: CoverageData = { ...mutantCoverage.static }
    const { static: loadedByTests = {}, perTest = {} } = ofTests.mutantCoverage ?? {}
    for (const [mutant, hits] of Object.entries(loadedByTests)) loaded[mutant] = (loaded[mutant] ?? 0) + hits
    const joined = { static: loaded, perTest: { ...mutantCoverage.perTest, ...perTest } }
    return { status: DryRunStatus.Complete, tests: [...tests, ...ofTests.tests], mutantCoverage: joined }
  }

  async mutantRun(options: MutantRunOptions): Promise<MutantRunResult> {
    const { activeMutant, testFilter, hitLimit } = options
    if (!isInSample(activeMutant)) return { status: MutantRunStatus.Error, errorMessage: 'not in the sample' }
    Object.assign(this.#switches, { activeMutant: activeMutant.id, hitLimit, hitCount: 0 })
    const tests = await this.#runUntilOneFails(testFilter).finally(() => delete this.#switches.activeMutant)
    const tooMany = determineHitLimitReached(this.#switches.hitCount, hitLimit)
    const byChecks = toMutantRunResult(tooMany ?? { status: DryRunStatus.Complete, tests })
    // The ID of a unit test is its file, `#` and its title.
    const unitTests = testFilter?.filter((id) => id.includes('.test.ts#')) ?? []
    if (!this.#tests || byChecks.status !== MutantRunStatus.Survived || unitTests.length === 0) return byChecks
    return this.#tests.mutantRun({ ...options, testFilter: unitTests })
  }

  /** Starts with the checks that have killed most mutants, and the fastest of these. */
  async #runUntilOneFails(wanted: string[] | undefined): Promise<TestResult[]> {
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
    return tests
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

  async dispose(): Promise<void> {
    await this.#tests?.dispose?.()
  }
}

/** Chooses by a hash of what the mutant changes, so that a sample is the same each time. */
function isInSample({ fileName, location, replacement }: MutantRunOptions['activeMutant']): boolean {
  const place = JSON.stringify([basename(fileName), location, replacement])
  const hash = createHash('sha1').update(place).digest()
  return hash.readUInt32BE() % Number(process.env.SAMPLE) === 0
}

/** Opens checks from Stryker's copy of the sources. */
async function openCopy(name: string): Promise<OpenChecks> {
  const copy = pathToFileURL(join(process.cwd(), 'e2e/lab/mutation/open-checks.ts')).href
  const { openChecks } = (await import(copy)) as typeof import('./open-checks.ts')
  return openChecks(name)
}

/** If a mutant keeps the mock from starting, every check fails. */
const notStarted: OpenChecks = { checks: [], close: async () => {} }
