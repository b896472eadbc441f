import { randomUUID } from 'node:crypto'
import { isOnTheWire, type Rule } from '../../../contract/contract.ts'
import { createResponseCheck } from '../../../contract/response-validator.ts'
import { loadChecks } from '../../../interfaces/load.ts'
import type { CheckTarget } from '../../../verify/context/check-run.ts'
import { createWire } from '../../../verify/context/wire.ts'
import { findCitedNodes } from '../../../verify/derive/cited-nodes.ts'
import { showBySamples } from '../../../verify/derive/shown-by-samples.ts'
import { runCheck } from '../../../verify/runner/run-check.ts'
import { startMockTarget } from '../../../verify/target/mock-target.ts'
import { loadContract } from '../../../workspace/interfaces.ts'
import { callOf } from '../../generate/calls.ts'
import type { ImportedCatalogue, ImportedRule } from './catalogue.ts'

/**
 * Runs the check of each rule against the mock of the imported document, with the rule kept and with the rule broken, operation by
 * operation. A rule keeps the operations that can show it. A rule without any becomes prose, and says why.
 */
export async function proveRules(name: string, catalogue: ImportedCatalogue): Promise<ImportedCatalogue> {
  const [contract, checks] = [loadContract(name), await loadChecks(name)]
  // An example of the document that breaks its schema is a fault of the mock; the rule gives the reason.
  const mock = await startMockTarget(contract, checks, () => undefined)
  const wire = createWire(mock.target)
  const checkTarget: CheckTarget = { contract, checks, target: mock.target, wire, made: new Map() }
  const cited = findCitedNodes(contract.document)
  const responses = createResponseCheck(contract)
  try {
    const rules: ImportedRule[] = []
    for (const rule of catalogue.rules) rules.push(await proven(rule))
    return { ...catalogue, rules }
  } finally {
    wire.close()
    await mock.close()
  }

  async function proven(rule: ImportedRule): Promise<ImportedRule> {
    if (!isOnTheWire(rule as Rule)) return rule
    const shown: string[] = []
    let reason = 'no body of an operation is made of it'
    for (const operation of rule.operations ?? []) {
      const failure = await whyUnproven(rule.id, operation)
      if (failure === undefined) shown.push(operation)
      else reason = failure
    }
    if (shown.length > 0) return { ...rule, operations: shown }
    const { operations = [], ...rest } = rule
    return {
      ...rest,
      ...(operations.length > 0 ? { operations } : {}),
      kind: 'prose',
      why: `No call that the examples of the document make can show it: ${sentence(reason)}`,
    }
  }

  /** The reason why the check of a rule, on one operation, does not pass on the mock, or does not fail on a broken mock. */
  async function whyUnproven(id: string, operation: string): Promise<string | undefined> {
    const called = contract.operations.get(operation)
    const call = called && callOf(contract, called)
    if (typeof call === 'string') return `${operation} is not called, since ${call}`
    const nodes = new Set(cited.get(id))
    const check = showBySamples(checkTarget, responses, { id, operations: [operation], nodes })
    const outcome = await runCheck(checkTarget, check)
    if (outcome.result === 'failed') return outcome.error.message
    if (outcome.result !== 'passed') return 'reason' in outcome ? outcome.reason : 'it is only assumed'
    const results: string[] = []
    for (const sabotage of [check.sabotage].flat()) {
      const sessionName = randomUUID()
      mock.sabotage(sessionName, sabotage)
      const { result } = await runCheck(checkTarget, check, { sessionName })
      if (result !== 'failed' && result !== 'differs') return 'its check passes although the rule is broken'
      results.push(result)
    }
    return results.includes('failed') ? undefined : 'its check cannot fail'
  }
}

function sentence(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim().slice(0, 160)
  return /[.!?]$/.test(line) ? line : `${line}.`
}
