import type { Check } from '../../check/check.ts'
import { anyNames } from '../../contract/collections/collections.ts'
import type { Rule } from '../../contract/contract.ts'
import { createMessageCheck } from '../../contract/message-check.ts'
import type { Operation } from '../../contract/operation.ts'
import { printJson } from '../../json-text.ts'
import type { CheckTarget, Trace } from '../context/check-target.ts'
import { mayHarm } from '../context/ownership.ts'
import { type Change, changesOf, observe, recordPath } from '../derive/observation.ts'
import { createOperationOf } from '../derive/resource-keys.ts'
import { Resources } from '../derive/resources.ts'
import { bodyOf, validRequest } from '../derive/valid-request.ts'
import { probesOf } from '../runner/known.ts'
import type { RuleResult } from '../runner/report.ts'
import { type Outcome, runCheck } from '../runner/run-check.ts'
import { isSelected } from '../runner/select-checks.ts'
import { memberOf, pageOf, valid } from './collection-steps.ts'
import { ListProbe } from './list-probes.ts'
import { probeMethods, probeOperation } from './operation-probes.ts'
import { Budget, type Finding, Prober } from './prober.ts'
import { runSequence } from './sequences.ts'

/** How far a run probes. */
export interface ProbeOptions {
  seed: number
  maxRequests: number
  /** Milliseconds that all probes together may take. */
  milliseconds?: number | undefined
}

interface RunProbesOptions extends ProbeOptions {
  name: string
  only?: RegExp | undefined
  /** Failures of the checks that ran before: what they tell is not told again. */
  known: readonly RuleResult[]
  signal: AbortSignal
}

/** An operation, and what its probes have shown so far. */
interface ProbedOperation {
  operation: Operation
  rule: Rule
  changes: Change | 'none'
  started: number
  asked: Set<string>
  findings: Finding[]
  reasons: string[]
  stays: string[]
  isAnswered?: boolean
  /** Of the last check of it. */
  outcome?: Outcome
}

/** Times that an operation is asked, when the others have left requests. */
const maxRounds = 3

const outOfBudget = 'the run had no more requests (--max-requests, --for)'

/** Operations that one entry names, and places. */
const [maxNamed, maxPlaces] = [8, 24]

/** Probes every operation of a document, and every collection step by step. */
export async function runProbes(
  checkTarget: CheckTarget,
  { name, only, known, signal, seed, maxRequests, milliseconds = Number.POSITIVE_INFINITY }: RunProbesOptions,
  onResult: (result: RuleResult) => void,
): Promise<void> {
  const { contract, target } = checkTarget
  const observation = observe(checkTarget)
  const responses = createMessageCheck(contract)
  const budget = new Budget(maxRequests, Date.now() + milliseconds)
  const plan = { observation, responses, budget, seed }
  const credential = [...target.credentials.values()][0]
  const [, other] = target.credentials.keys()
  const isOther = other !== undefined && Object.keys(target.credentials.get(other)?.headers ?? {}).length > 0
  const shared: Finding[] = []
  const told = new Set(
    known.flatMap(({ failure, differences = [] }) => [failure, ...differences].flatMap((one) => one?.cause ?? [])),
  )
  const found = new Set<string>()
  let hasWritten = false
  const paths = Map.groupBy(contract.operations.values(), ({ path }) => anyNames(path))

  let open: ProbedOperation[] = []
  for (const operation of contract.operations.values()) {
    const rule = ruleOf(operation)
    if (!isSelected(rule, only)) continue
    const started = performance.now()
    const changes = changesOf(checkTarget, observation, operation)
    if (changes === 'harm')
      onResult(resultOf(rule, { result: 'skipped', reason: mayHarm(operation.id), exchanges: [] }, started))
    else open.push({ operation, rule, changes, started, asked: new Set(), findings: [], reasons: [], stays: [] })
  }
  for (let round = 1; open.length > 0; round++) {
    const cut: ProbedOperation[] = []
    // One part is for the last reads.
    let parts = open.reduce((sum, one) => sum + partsOf(one), 1)
    for (const one of open) {
      budget.begin(partsOf(one) / parts)
      parts -= partsOf(one)
      const isCut = !budget.isSpent() && !signal.aborted && (await probeShare(one))
      if (isCut && round < maxRounds) cut.push(one)
      else emit(one)
    }
    open = cut
  }
  budget.begin(1)
  await readAgain()
  for (const group of byCause(shared)) emitShared(group)

  /** What was sent to one operation may show in the list of another. */
  async function readAgain(): Promise<void> {
    const isPlain = (operation: Operation) =>
      isSelected(ruleOf(operation), only) && observation.isRead(operation) && !operation.path.includes('{')
    const reads = [...contract.operations.values()].filter(isPlain)
    if (budget.isSpent() || signal.aborted || !hasWritten) return
    await runCheckWith(undefined, async (prober) => {
      for (const read of reads)
        await prober.ask(read, valid('a valid request, when all was written'), () =>
          prober.attempt(read, validRequest(read)),
        )
      shared.push(...prober.findings.filter(({ cause }) => !told.has(cause) && !found.has(cause)))
    })
  }

  /** A body has many places, and a creation is asked step by step as well. */
  function partsOf({ operation }: ProbedOperation): number {
    const collection = observation.parts.get(operation.id)?.collection
    if (collection && createOperationOf(collection) === operation) return 4
    return bodyOf(operation) ? 2 : 1
  }

  /** @returns whether there is more to be asked than the share allows */
  async function probeShare(probed: ProbedOperation): Promise<boolean> {
    const { operation, changes, asked, findings, reasons, stays } = probed
    const makes = changes === 'none' ? undefined : changes
    const isFirst = probed.outcome === undefined
    let isCut = false
    const run = async (needed: Change | undefined, ask: (prober: Prober, things: Resources) => Promise<void>) => {
      const outcome = await runCheckWith(needed, async (prober) => {
        try {
          await ask(prober, new Resources(observation, prober.context, makes))
        } finally {
          findings.push(...prober.findings.filter(({ cause }) => !told.has(cause)))
          reasons.push(...prober.reasons)
          isCut ||= prober.isCut
        }
      })
      budget.take(outcome.exchanges.length)
      stays.push(...(outcome.stays ?? []))
      probed.outcome = outcome
      probed.isAnswered ||= outcome.exchanges.some(
        ({ operation: id, status = 500 }) => id === operation.id && status < 300,
      )
    }
    const ofPath = paths.get(anyNames(operation.path)) ?? []
    if (isFirst && ofPath[0] === operation) {
      const collection = observation.collections.find((one) => anyNames(recordPath(one)) === anyNames(operation.path))
      const mayLast = target.allows === 'lasting'
      await run(mayLast ? 'lasting' : makes, (prober, things) =>
        probeMethods(prober, ofPath, { things, collection, mayLast }),
      )
    }
    const { collection } = observation.parts.get(operation.id) ?? {}
    await run(makes, async (prober, things) => {
      if (isFirst && collection && createOperationOf(collection) === operation)
        await runSequence(prober, {
          things,
          collection,
          settle: target.settle ?? 2000,
          other: isOther ? other : undefined,
        })
      await probeOperation(prober, { operation, collection, things, credential, asked })
      if (isFirst && observation.isRead(operation) && !collection) await probeOtherList(prober, operation, things)
    })
    hasWritten ||= changes !== 'none'
    for (const { cause } of findings) found.add(cause)
    return isCut
  }

  async function runCheckWith(needed: Change | undefined, run: (prober: Prober) => Promise<void>): Promise<Outcome> {
    let trace: Trace | undefined
    const check: Pick<Check<Record<string, unknown>>, 'needs' | 'run'> = {
      needs: { own: true, ...(needed && { changes: needed }), ...(isOther && { roles: [other] }) },
      run: (context) => run(new Prober(plan, context, trace?.exchanges ?? [])),
    }
    return runCheck(checkTarget, check, { signal, onStart: (begun) => (trace = begun) })
  }

  /** What only this operation shows. The entry of a fault that others show as well tells that. */
  function emit(probed: ProbedOperation): void {
    const { rule, started, findings, reasons, stays, isAnswered, outcome } = probed
    if (!outcome) {
      onResult(resultOf(rule, { result: 'skipped', reason: outOfBudget, exchanges: [] }, started))
      return
    }
    shared.push(...findings.filter(isShared))
    const groups = byCause(findings.filter((one) => !isShared(one)))
    const more = stays.length > 0 && { stays }
    for (const [index, group] of groups.entries())
      onResult(resultOf(rule, { ...(index === 0 && more), ...outcomeOf(group, rule.id) }, started))
    if (groups.length > 0 || (findings.length > 0 && !more)) return
    const reason = outcome.result === 'failed' ? outcome.error?.message : undefined
    const result =
      isAnswered && outcome.result === 'passed'
        ? { result: 'passed' as const }
        : { result: 'inconclusive' as const, reason: reason ?? reasons[0] ?? outcome.reason ?? outOfBudget }
    onResult(resultOf(rule, { ...more, ...result, exchanges: outcome.exchanges.slice(-1) }, started))
  }

  /** One entry for what one fault of the server shows at many operations. */
  function emitShared(group: readonly Finding[]): void {
    const names = new Set(group.map(({ operation }) => operation.id))
    // Which request is the smallest depends on the seed.
    const first = [...contract.operations.values()].find(({ id }) => names.has(id))
    if (!first) return
    const rule = { ...ruleOf(first), operations: [...names] }
    onResult(resultOf(rule, outcomeOf(group, rule.id), performance.now()))
  }

  /** The smallest request shows the fault; the others are named. */
  function outcomeOf(group: readonly Finding[], id: string): Pick<RuleResult, 'result' | 'exchanges'> {
    const [smallest, ...rest] = group.toSorted((one, two) => sizeOf(one) - sizeOf(two))
    if (!smallest) throw new Error('a group has a finding')
    const { result, cause, expected, seen, exchanges } = smallest
    const others = [...new Set(rest.map(({ what }) => what))].filter((one) => one !== smallest.what)
    const names = new Set(rest.map(({ operation }) => operation.id).filter((one) => one !== smallest.operation.id))
    const places = new Set(rest.map(({ place = '' }) => place).filter((one) => one !== '' && one !== smallest.place))
    const also = [
      places.size > 0 ? `; also at ${listed([...places], maxPlaces)}` : '',
      names.size > 0 ? `; so do ${listed([...names], maxNamed)}` : '',
      names.size === 0 && places.size === 0 && others[0] !== undefined
        ? `; ${others.length} more requests show it, as: ${others[0]}`
        : '',
    ].join('')
    const message = `${smallest.what}${also} (seed ${seed})`
    const shown = { exchanges: [...exchanges], failedAt: exchanges.length - 1 }
    if (result === 'differs')
      return { result, ...shown, differences: [{ gap: id, message: `${message}: ${seen}`, cause }] } as never
    return { result, ...shown, failure: { message, expected, seen, cause } } as never
  }

  function ruleOf({ id, method, path, pointer }: Operation): Rule {
    const [any] = contract.rules.values()
    return {
      id: probesOf(id),
      statement: `${method.toUpperCase()} ${path} answers as its document describes it, whatever it is sent.`,
      kind: 'schema',
      source: { document: any?.source.document ?? name, section: pointer },
      operations: [id],
    }
  }

  function resultOf(
    rule: Rule,
    outcome: Partial<RuleResult> & Pick<RuleResult, 'result' | 'exchanges'>,
    started: number,
  ): RuleResult {
    return { interface: name, rule, milliseconds: performance.now() - started, ...outcome }
  }
}

function listed(names: readonly string[], max: number): string {
  return `${names.slice(0, max).join(', ')}${names.length > max ? ' and others' : ''}`
}

/** A list in which the run makes nothing does what its parameters are called as well. */
async function probeOtherList(prober: Prober, list: Operation, things: Resources): Promise<void> {
  if (!list.parameters.some(({ in: place }) => place === 'query')) return
  const { input } = await things.requestOf(list)
  const ask = async (query: Readonly<Record<string, unknown>>) => {
    const what = Object.entries(query).map(([name, value]) => `${name}=${value}`)
    const change = { ...input, query: { ...input.query, ...query } }
    return pageOf(
      list,
      await prober.ask(list, valid(what.join('&') || 'a valid request'), () => prober.attempt(list, change)),
    )
  }
  const keyOf = (item: unknown) => (printJson(memberOf(item, 'id') ?? item) ?? '').slice(0, 200)
  await new ListProbe(prober, { list, ask, keyOf, until: (once) => once() }).run()
}

/** Findings with one cause together. */
function byCause(findings: readonly Finding[]): Finding[][] {
  const groups: Finding[][] = []
  for (const finding of findings) {
    const isSame = (other: Finding) =>
      other.cause === finding.cause || (finding.alsoCause !== undefined && other.alsoCause === finding.alsoCause)
    const same = groups.filter((group) => group.some(isSame))
    for (const group of same) groups.splice(groups.indexOf(group), 1)
    groups.push([...same.flat(), finding])
  }
  return groups
}

/** True of a fault that other operations may show as well. */
function isShared({ cause, alsoCause, operation }: Finding): boolean {
  return alsoCause !== undefined || !cause.startsWith(`${operation.id} `)
}

function sizeOf({ exchanges }: Finding): number {
  const { request } = exchanges.at(-1) ?? {}
  return (request?.body?.length ?? 0) + (request?.url.length ?? 0)
}
