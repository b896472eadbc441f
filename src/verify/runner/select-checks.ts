import type { Check, InterfaceChecks } from '../../check/check.ts'
import { type Contract, isOnTheWire, type Rule } from '../../contract/contract.ts'
import { below, type DocumentNode, isObject } from '../../contract/json-pointer.ts'
import { createMessageCheck } from '../../contract/message-check.ts'
import { rulesOf } from '../../contract/provenance.ts'
import { UserError } from '../../user-error.ts'
import type { CheckTarget } from '../context/check-target.ts'
import { createAnswerChecks } from '../derive/answers.ts'
import { showBySamples } from '../derive/shown-by-samples.ts'
import { titleOf } from './rule-result.ts'

export type RunnableCheck = Check<Record<string, unknown>>

/** A rule with its check, or the reason why no check can show the rule. */
export interface SelectedCheck {
  rule: Rule
  check: RunnableCheck | { unobservable: string }
}

/**
 * The checks of an interface in the order of its catalogue: written ones, and for the other schema rules derived ones.
 *
 * @param only makes a plan for the rules whose title matches
 * @throws {UserError} when a rule has no check, or a check no rule
 */
export function selectChecks(checkTarget: CheckTarget, only?: RegExp): SelectedCheck[] {
  const { contract, checks } = checkTarget
  assertComplete(contract, checks)
  const cited = findCitedNodes(contract.document)
  const responses = createMessageCheck(contract)
  let answers: ReturnType<typeof createAnswerChecks> | undefined
  const selected = [...contract.rules.values()].filter((rule) => isOnTheWire(rule) && isSelected({ only }, rule))
  return selected.map((rule) => {
    const unobservable = checks.unobservable?.[rule.id]
    if (unobservable !== undefined) return { rule, check: { unobservable } }
    const written = checks.checks[rule.id]
    if (written) return { rule, check: written }
    if (rule.answer !== undefined) {
      answers ??= createAnswerChecks(checkTarget, responses)
      return { rule, check: answers(rule) }
    }
    const { id, operations = [...contract.operations.keys()] } = rule
    return { rule, check: showBySamples(checkTarget, responses, { id, operations, nodes: new Set(cited.get(id)) }) }
  })
}

/** True of rules whose title the pattern of a run matches, if it has one. */
export function isSelected({ only }: { only?: RegExp | undefined }, rule: Rule): boolean {
  return only?.test(titleOf(rule)) ?? true
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
