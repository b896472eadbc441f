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
import { validRequest } from '../derive/valid-request.ts'
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

const outOfBudget = 'the run had no more requests (--max-requests, --for)'

/** Operations that one entry names. */
const maxNamed = 8

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

  for (const operation of contract.operations.values()) {
    const rule = ruleOf(operation)
    if (!isSelected(rule, only)) continue
    const started = performance.now()
    const changes = changesOf(checkTarget, observation, operation)
    if (changes === 'harm' || budget.isSpent() || signal.aborted) {
      const reason = changes === 'harm' ? mayHarm(operation.id) : outOfBudget
      onResult(resultOf(rule, { result: 'skipped', reason, exchanges: [] }, started))
      continue
    }
    const findings: Finding[] = []
    const reasons: string[] = []
    const outcome = await runCheckWith(changes === 'none' ? undefined : changes, async (prober, makes) => {
      try {
        await probe(operation, prober, new Resources(observation, prober.context, makes))
      } finally {
        findings.push(...prober.findings)
        reasons.push(...prober.reasons)
      }
    })
    budget.take(outcome.exchanges.length)
    const isAnswered = outcome.exchanges.some(({ operation: id, status = 500 }) => id === operation.id && status < 300)
    hasWritten ||= changes !== 'none'
    const own = findings.filter(({ cause }) => !told.has(cause))
    for (const { cause } of own) found.add(cause)
    shared.push(...own.filter(isShared))
    const ofOperation = own.filter((one) => !isShared(one))
    // The entry of a fault that others show as well tells it.
    if (ofOperation.length > 0 || own.length === 0 || outcome.stays)
      emit(rule, outcome, started, { findings: ofOperation, reasons, isAnswered })
  }
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

  async function probe(operation: Operation, prober: Prober, things: Resources): Promise<void> {
    const collection = observation.parts.get(operation.id)?.collection
    const sequence = { things, settle: target.settle ?? 2000, other: isOther ? other : undefined }
    if (collection && createOperationOf(collection) === operation)
      await runSequence(prober, { collection, ...sequence })
    await probeOperation(prober, { operation, collection, things, credential })
    if (observation.isRead(operation) && collection === undefined) await probeOtherList(prober, operation, things)
    const ofPath = paths.get(anyNames(operation.path)) ?? []
    const around = observation.collections.find((one) => anyNames(recordPath(one)) === anyNames(operation.path))
    if (ofPath[0] === operation) await probeMethods(prober, ofPath, { things, collection: around })
  }

  async function runCheckWith(
    changes: Change | undefined,
    run: (prober: Prober, makes: Change | undefined) => Promise<void>,
  ): Promise<Outcome> {
    let trace: Trace | undefined
    const check: Pick<Check<Record<string, unknown>>, 'needs' | 'run'> = {
      needs: { own: true, ...(changes && { changes }), ...(isOther && { roles: [other] }) },
      run: (context) => run(new Prober(plan, context, trace?.exchanges ?? []), changes),
    }
    return runCheck(checkTarget, check, { signal, onStart: (begun) => (trace = begun) })
  }

  function emit(
    rule: Rule,
    outcome: Outcome,
    started: number,
    { findings, reasons, isAnswered }: { findings: Finding[]; reasons: string[]; isAnswered: boolean },
  ): void {
    const { stays } = outcome
    const more = stays && { stays }
    const groups = byCause(findings)
    if (groups.length === 0) {
      const reason = reasons[0] ?? outcome.reason ?? outOfBudget
      const isPassed = isAnswered && outcome.result === 'passed'
      const error = outcome.result === 'failed' ? outcome.error?.message : undefined
      const result = isPassed
        ? { result: 'passed' as const }
        : { result: 'inconclusive' as const, reason: error ?? reason }
      onResult(resultOf(rule, { ...more, ...result, exchanges: outcome.exchanges.slice(-1) }, started))
      return
    }
    for (const [index, group] of groups.entries())
      onResult(resultOf(rule, { ...(index === 0 && more), ...outcomeOf(group, rule.id) }, started))
  }

  /** One entry for what one fault of the server shows at many operations. */
  function emitShared(group: readonly Finding[]): void {
    const operations = [...new Set(group.map(({ operation }) => operation))]
    const [first] = operations
    if (!first) return
    const names = operations.map(({ id }) => id)
    const rule = { ...ruleOf(first), operations: names }
    onResult(resultOf(rule, outcomeOf(group, rule.id, names), performance.now()))
  }

  /** The smallest request shows the fault; the others are named. */
  function outcomeOf(
    group: readonly Finding[],
    id: string,
    names: readonly string[] = [],
  ): Pick<RuleResult, 'result' | 'exchanges'> {
    const [smallest, ...rest] = group.toSorted((one, two) => sizeOf(one) - sizeOf(two))
    if (!smallest) throw new Error('a group has a finding')
    const { result, cause, expected, seen, exchanges } = smallest
    const others = [...new Set(rest.map(({ what }) => what))].filter((one) => one !== smallest.what)
    const also =
      names.length > 1
        ? `; so do ${names.slice(1, maxNamed).join(', ')}${names.length > maxNamed ? ' and others' : ''}`
        : others.length > 0
          ? `; ${others.length} more requests show it, as: ${others[0]}`
          : ''
    const message = `${smallest.what}${also} (seed ${seed})`
    const shown = { exchanges: [...exchanges], failedAt: exchanges.length - 1 }
    if (result === 'differs')
      return { result, ...shown, differences: [{ gap: id, message: `${message}: ${seen}`, cause }] } as never
    return { result, ...shown, failure: { message, expected, seen, cause } } as never
  }

  function ruleOf({ id, method, path, pointer }: Operation): Rule {
    const [any] = contract.rules.values()
    return {
      id: `${id}/probes`,
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
