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

type Court = Awaited<ReturnType<typeof import('./judges.ts').openCourt>>

/**
 * Has the checks judge, in this process. Stryker gives it a copy of the sources as its working directory, in which every mutant stands
 * behind a switch.
 *
 * Each mutant meets mocks of its own: what a mock compiles once would otherwise be compiled with the mutant before it.
 */
export class ChecksRunner implements TestRunner {
  /** By the id of a judge: whose rules it checks, how many mutants it has noticed, milliseconds that it last took. */
  readonly #known = new Map<string, { court: string; noticed: number; took: number }>()
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
    for (const court of this.#interfaces) {
      const { judges, close } = await openCourt(court)
      for (const { id } of judges) this.#known.set(id, { court, noticed: 0, took: 0 })
      await close()
    }
  }

  async dryRun(): Promise<DryRunResult> {
    const tests: TestResult[] = []
    for (const [id, { court }] of this.#known) {
      // With the start of the mock: its code is judged by whoever needs it.
      this.#switches.currentTestId = id
      const { judges, close } = await openCourt(court)
      tests.push(await this.#resultOf(judges, id))
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

  /** The sharpest run first, and of them the quickest. */
  async #runUntilOneFails(wanted: string[] | undefined): Promise<CompleteDryRunResult> {
    const inOrder = [...this.#known]
      .filter(([id]) => wanted?.includes(id) ?? true)
      .sort(([, one], [, other]) => other.noticed - one.noticed || one.took - other.took)
    const courts = new Map<string, Court>()
    const tests: TestResult[] = []
    for (const [id, known] of inOrder) {
      const court = courts.get(known.court) ?? (await openCourt(known.court).catch(noCourt))
      courts.set(known.court, court)
      const result = await this.#resultOf(court.judges, id)
      tests.push(result)
      if (result.status !== TestStatus.Failed) continue
      known.noticed++
      break
    }
    for (const { close } of courts.values()) await close()
    return { status: DryRunStatus.Complete, tests }
  }

  async #resultOf(judges: Judge[], id: string): Promise<TestResult> {
    const started = performance.now()
    const judge = judges.find((judge) => judge.id === id)
    const failureMessage = judge ? await judge.objection().catch(String) : 'no mock that it could look at'
    const timeSpentMs = performance.now() - started
    const known = this.#known.get(id)
    if (known) known.took = timeSpentMs
    if (failureMessage !== undefined) return { id, name: id, timeSpentMs, status: TestStatus.Failed, failureMessage }
    return { id, name: id, timeSpentMs, status: TestStatus.Success }
  }
}

async function openCourt(name: string): Promise<Court> {
  const copy = pathToFileURL(join(process.cwd(), 'scripts/mutation/judges.ts')).href
  const judges = (await import(copy)) as typeof import('./judges.ts')
  return judges.openCourt(name)
}

/** Where a mutant keeps the mock from starting, nobody can hold it for right. */
const noCourt = (): Court => ({ judges: [], close: async () => {} })
