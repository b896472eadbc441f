import type { Check, InterfaceChecks } from '../../check/check.ts'
import { type Contract, isOnTheWire, type Rule } from '../../contract/contract.ts'
import { below, type DocumentNode, isObject } from '../../contract/json-pointer.ts'
import { createMessageCheck } from '../../contract/message-check.ts'
import { rulesOf } from '../../contract/provenance.ts'
import { UserError } from '../../user-error.ts'
import type { CheckTarget } from '../context/check-target.ts'
import { createAnswerChecks } from '../derive/answers.ts'
import { evidenceFromSamples } from '../derive/evidence-from-samples.ts'
import { titleOf } from './report.ts'

export type RunnableCheck = Check<Record<string, unknown>>

export interface SelectedChecks {
  checks: { rule: Rule; check: RunnableCheck }[]
  /** Rules that no check can show, and why. */
  unobservable: { rule: Rule; reason: string }[]
}

/**
 * The checks of an interface in the order of its catalogue: written ones, and for the other schema rules derived ones.
 *
 * @param only makes a plan for the rules whose title matches
 * @throws {UserError} when a rule has no check, or a check no rule
 */
export function selectChecks(checkTarget: CheckTarget, only?: RegExp): SelectedChecks {
  const { contract, checks } = checkTarget
  assertComplete(contract, checks)
  const { document } = contract
  const cited = findCitedNodes(document)
  const responses = createMessageCheck(contract)
  let answers: ReturnType<typeof createAnswerChecks> | undefined
  const selected: SelectedChecks = { checks: [], unobservable: [] }
  for (const rule of contract.rules.values()) {
    if (!isSelected(rule, only)) continue
    const check = checkOf(rule)
    if (typeof check === 'string') selected.unobservable.push({ rule, reason: check })
    else selected.checks.push({ rule, check })
  }
  return selected

  /** The check of a rule, or why none can show it. */
  function checkOf(rule: Rule): RunnableCheck | string {
    const { id, operations = [...contract.operations.keys()] } = rule
    const stated = checks.unobservable?.[id] ?? checks.checks[id]
    if (stated !== undefined) return stated
    if (rule.answer === undefined)
      return evidenceFromSamples(checkTarget, { document, responses, id, operations, nodes: new Set(cited.get(id)) })
    answers ??= createAnswerChecks(checkTarget, responses)
    return answers(rule)
  }
}

/** True of rules that a run checks: those that an exchange can show, and whose title its pattern matches, if it has one. */
export function isSelected(rule: Rule, only: RegExp | undefined): boolean {
  return isOnTheWire(rule) && (only?.test(titleOf(rule)) ?? true)
}

/** Reports all faults at once. */
function assertComplete(
  contract: Contract,
  { checks, unobservable = {} }: InterfaceChecks<Record<string, unknown>>,
): void {
  const stated = [...Object.keys(checks), ...Object.keys(unobservable)]
  const misplaced = stated.flatMap((id) => {
    const rule = contract.rules.get(id)
    if (!rule) return [`a check of ${contract.name} is for ${id}, which is not one of its rules`]
    return isOnTheWire(rule)
      ? []
      : [`${id} is a rule of kind ${rule.kind}: no exchange with a server can show it, so remove its check`]
  })
  const missing = [...contract.rules.values()]
    .filter((rule) => isOnTheWire(rule) && rule.kind !== 'schema' && !stated.includes(rule.id))
    .map(({ id }) => `${id} has no check: write one in src/interfaces/${contract.name}/checks.ts`)
  const faults = [...misplaced, ...missing]
  if (faults.length > 0) throw new UserError(faults.join('\n'))
}

/** Pointers of the nodes of a document that cite a rule, by rule. */
function findCitedNodes(document: DocumentNode): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  collect(document, '')
  return found

  function collect(node: unknown, pointer: string): void {
    if (!isObject(node)) return
    for (const rule of rulesOf(node)) found.set(rule, [...(found.get(rule) ?? []), pointer])
    for (const [name, member] of Object.entries(node)) collect(member, below(pointer, name))
  }
}
