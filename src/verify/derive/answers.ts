import type { Check } from '../../check/check.ts'
import { changesAnswer, on } from '../../check/sabotage.ts'
import type { Rule } from '../../contract/contract.ts'
import type { MessageCheck } from '../../contract/message-check.ts'
import type { Operation } from '../../contract/operation.ts'
import { soundsSecret } from '../../redaction/secret-names.ts'
import type { CheckTarget } from '../context/check-target.ts'
import { mayHarm } from '../context/ownership.ts'
import { answersOf, keyOf } from '../probing/judge.ts'
import { AnswerCheck, type AnswerPlan, type ResponseCase } from './answer-check.ts'
import { changesOf, observe } from './observation.ts'
import { bodyOf } from './valid-request.ts'

/**
 * The checks of derived rules. Each stands alone: it makes the things that it needs, parents first, sends one request, judges the answer, and
 * removes what it has made. Things of others are read and never changed.
 *
 * @returns the check of a rule, or why no request is known that causes its answer
 */
export function createAnswerChecks(
  checkTarget: CheckTarget,
  responses: MessageCheck,
): (rule: Rule) => Check<Record<string, unknown>> | string {
  const { contract, target } = checkTarget
  const observation = observe(checkTarget)
  // A header of every request may be the credential.
  const showsAlways = Object.keys(target.headers ?? {}).some((header) => soundsSecret(header))
  const plan: AnswerPlan = { observation, responses, caseOf }

  return ({ id, answer = '', operations: [name = ''] = [] }) => {
    const operation = contract.operations.get(name)
    const answers = operation ? answersOf(operation) : []
    const known = operation && caseOf(operation, answer)
    if (!operation || known === undefined) return whyNot(name, answer, answers)
    const changes = changesOf(checkTarget, observation, operation)
    if (changes === 'harm') return mayHarm(name)
    const makes = changes === 'none' ? undefined : changes
    return {
      needs: { own: true, ...(makes && { changes: makes }) },
      run: (context) => new AnswerCheck(plan, { id, operation, answer, case: known, makes }, context).run(),
      sabotage: on(
        name,
        changesAnswer((given) => (keyOf(answers, given.status) === answer ? { ...given, status: 599 } : given)),
      ),
    }
  }

  function caseOf(operation: Operation, answer: string): ResponseCase | undefined {
    const answers = answersOf(operation)
    if (answer === usualAnswer(answers)) return 'as documented'
    const { request } = operation.http
    if (answer === '401') return operation.security.isDemanded && !showsAlways ? 'without a credential' : undefined
    const hasPath = (request?.path ?? []).length > 0
    if (answer === '404' || answer === '4XX' || answer === 'default')
      if (hasPath && !answers.includes(answer === '404' ? '' : '404')) return 'with a key that nothing has'
    const isForWrong = answer === '400' || (!answers.includes('400') && ['422', '4XX', 'default'].includes(answer))
    // Which value its schemas forbid is found out when it is sent.
    const mayBeWrong =
      bodyOf(operation) !== undefined || operation.parameters.some(({ in: place }) => place === 'query')
    return isForWrong && mayBeWrong ? 'with a value that the schema forbids' : undefined
  }
}

function whyNot(operation: string, answer: string, answers: readonly string[]): string {
  return /^[23]/.test(answer)
    ? `another answer of ${operation} is its usual one: ${usualAnswer(answers) ?? ''}`
    : `no request is known that every server must answer with ${answer}`
}

/** The answer that a valid request gets: the first success, or else the default. */
function usualAnswer(answers: readonly string[]): string | undefined {
  const successes = answers.filter((answer) => answer.startsWith('2')).sort()
  return (
    successes[0] ?? answers.find((answer) => answer === 'default') ?? answers.find((answer) => answer.startsWith('3'))
  )
}
