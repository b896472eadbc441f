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
import type { Judge } from './judges.ts'

/**
 * Has the checks judge, in this process. Stryker gives it a copy of the sources as its working directory, in which every mutant stands
 * behind a switch.
 *
 * Each mutant meets a mock of its own: what a mock compiles once would otherwise be compiled with the mutant before it.
 */
export class ChecksRunner implements TestRunner {
  /** How many mutants a check has noticed: the sharpest are heard first, and of them the quickest. */
  readonly #noticed = new Map<string, number>()
  /** Milliseconds that a check took when it was last heard. */
  readonly #took = new Map<string, number>()
  readonly #switches: InstrumenterContext
  readonly #interfaces: string[]

  constructor(switches: InstrumenterContext, interfaces: string[]) {
    this.#switches = switches
    this.#interfaces = interfaces
  }

  capabilities() {
    return { reloadEnvironment: false }
  }

  /** Loads all of the mock while no mutant is switched on. */
  async init(): Promise<void> {
    const { close } = await this.#openJudges()
    await close()
  }

  async dryRun(): Promise<DryRunResult> {
    const tests: TestResult[] = []
    const { judges, close } = await this.#openJudges()
    await close()
    for (const [index] of judges.entries()) {
      const { judges, close } = await this.#openJudges()
      const judge = judges[index] as Judge
      this.#switches.currentTestId = judge.id
      tests.push(await hear(judge))
      delete this.#switches.currentTestId
      await close()
    }
    const { mutantCoverage = { static: {}, perTest: {} } } = this.#switches
    return { status: DryRunStatus.Complete, tests, mutantCoverage }
  }

  async mutantRun({ activeMutant, testFilter, hitLimit }: MutantRunOptions): Promise<MutantRunResult> {
    Object.assign(this.#switches, { activeMutant: activeMutant.id, hitLimit, hitCount: 0 })
    try {
      const heard = await this.#hearUntilOneObjects(testFilter)
      return toMutantRunResult(determineHitLimitReached(this.#switches.hitCount, hitLimit) ?? heard)
    } finally {
      delete this.#switches.activeMutant
    }
  }

  async #hearUntilOneObjects(wanted: string[] | undefined): Promise<CompleteDryRunResult> {
    const opened = await this.#openJudges().catch((error: Error) => error)
    if (opened instanceof Error) return { status: DryRunStatus.Complete, tests: [failed('start', opened.message, 0)] }
    const times = ({ id }: Judge) => this.#noticed.get(id) ?? 0
    const took = ({ id }: Judge) => this.#took.get(id) ?? 0
    const judges = opened.judges
      .filter(({ id }) => wanted?.includes(id) ?? true)
      .sort((a, b) => times(b) - times(a) || took(a) - took(b))
    const tests: TestResult[] = []
    for (const judge of judges) {
      const heard = await hear(judge)
      tests.push(heard)
      this.#took.set(judge.id, heard.timeSpentMs)
      if (heard.status !== TestStatus.Failed) continue
      this.#noticed.set(judge.id, times(judge) + 1)
      break
    }
    await opened.close()
    return { status: DryRunStatus.Complete, tests }
  }

  async #openJudges() {
    const copy = pathToFileURL(join(process.cwd(), 'scripts/mutation/judges.ts')).href
    const { openJudges } = (await import(copy)) as typeof import('./judges.ts')
    return openJudges(this.#interfaces)
  }
}

async function hear(judge: Judge): Promise<TestResult> {
  const started = performance.now()
  const objection = await judge.objection().catch(String)
  const timeSpentMs = performance.now() - started
  if (objection !== undefined) return failed(judge.id, objection, timeSpentMs)
  return { id: judge.id, name: judge.id, timeSpentMs, status: TestStatus.Success }
}

function failed(id: string, failureMessage: string, timeSpentMs: number): TestResult {
  return { id, name: id, timeSpentMs, status: TestStatus.Failed, failureMessage }
}
