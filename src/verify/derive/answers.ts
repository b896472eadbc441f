import type { Check, Needs } from '../../check/check.ts'
import { changesAnswer, on } from '../../check/sabotage.ts'
import type { Rule } from '../../contract/contract.ts'
import type { MessageCheck } from '../../contract/message-check.ts'
import type { Operation } from '../../contract/operation.ts'
import { bare, findCollections, kindOf } from '../../mock/crud/collections.ts'
import { soundsSecret } from '../../redaction/secret-names.ts'
import type { CheckTarget } from '../context/check-target.ts'
import { isSafe } from '../target/target.ts'
import { AnswerCheck, type AnswerPlan, answersOf, keyOf, type Part, type Way } from './answer-check.ts'
import { mayBeWrong } from './forbidden-changes.ts'
import { isRemovable, placesIn, type Survey } from './things.ts'

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
  const list = [...contract.operations.values()]
  const collections = findCollections(list)
  const survey: Survey = { contract, collections }
  const parts = new Map(
    collections.flatMap((collection) =>
      [...collection.operations].map(([role, { id }]): [string, Part] => [id, { collection, role }]),
    ),
  )
  // A header of every request may be the credential.
  const showsAlways = Object.keys(target.headers ?? {}).some((header) => soundsSecret(header))
  const mayLast = target.control !== undefined || target.allows === 'lasting'
  const plan: AnswerPlan = { survey, responses, parts, mayLast, wayTo }
  const mayWrite = target.control !== undefined || target.allows !== 'nothing'

  return ({ id, answer = '', operations: [name = ''] = [] }) => {
    const operation = contract.operations.get(name)
    const answers = operation ? answersOf(operation) : []
    const way = operation && wayTo(operation, answer)
    if (!operation || way === undefined) return whyNot(name, answer, answers)
    const changes = changesOf(operation)
    const rule = { id, operation, answer, way, makesThings: changes !== undefined, shownBy: shownBy(operation) }
    return {
      needs: changes === undefined ? {} : { changes },
      run: (context) => new AnswerCheck(plan, rule, context).run(),
      sabotage: on(
        name,
        changesAnswer((given) => (keyOf(answers, given.status) === answer ? { ...given, status: 599 } : given)),
      ),
    }
  }

  function wayTo(operation: Operation, answer: string): Way | undefined {
    const answers = answersOf(operation)
    if (answer === usualAnswer(answers)) return 'as documented'
    const { request, security = [] } = operation.http
    const isSecured = security.length > 0 && security.every((schemes) => schemes.length > 0)
    if (answer === '401') return isSecured && !showsAlways ? 'without a credential' : undefined
    const hasPath = (request?.path ?? []).length > 0
    if (answer === '404' || answer === '4XX' || answer === 'default')
      if (hasPath && !answers.includes(answer === '404' ? '' : '404')) return 'with a key that nothing has'
    const isForWrong = answer === '400' || (!answers.includes('400') && ['422', '4XX', 'default'].includes(answer))
    return isForWrong && mayBeWrong(operation) ? 'with a value that the schema forbids' : undefined
  }

  function shownBy(operation: Operation): Operation | undefined {
    return parts.has(operation.id) ? undefined : readBeside(operation, list)
  }

  /** The changes that a check of the operation makes: `reversible` where all that it makes or changes is its own, and removed. */
  function changesOf(operation: Operation): Needs['changes'] {
    const own = placesIn(survey, operation.path).some(({ collection }) => collection && isRemovable(collection))
    if (isSafe(operation)) return mayWrite && own ? 'reversible' : undefined
    if (shownBy(operation)) return 'reversible'
    const part = parts.get(operation.id)
    return part && isRemovable(part.collection) ? 'reversible' : 'lasting'
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

const searchWord = /^_?([Ss]earch|[Qq]uery|[Ff]ind|[Ll]ist|[Cc]ount|[Ll]ookup)(?![a-z])/
const writeWord = /creat|add|insert|updat|upsert|replac|delet|remov|sav|publish|stor|sale|sell|set(?![a-z])/i

/** The list that a search by POST looks through, by its path or else its name. Undefined for any other operation. */
function readBeside({ method, id, path, http }: Operation, operations: readonly Operation[]): Operation | undefined {
  const isNamed = [id, path.split(/[/:]/).at(-1), http.summary].some((words) => searchWord.test(words ?? ''))
  if (method !== 'post' || !isNamed || writeWord.test(`${id} ${http.summary}`)) return undefined
  if (http.responses.some(({ code }) => code === '201' || code === '202')) return undefined
  const lists = operations.filter((one) => one.method === 'get' && !one.path.endsWith('}'))
  const around = lists.filter((one) => path.startsWith(`${one.path}/`) || path.startsWith(`${one.path}:`))
  const named = lists.filter((one) => {
    const kind = bare(kindOf(one.path))
    return !one.path.includes('{') && kind !== '' && bare(id + path).includes(kind)
  })
  return around.sort((one, other) => other.path.length - one.path.length)[0] ?? named[0]
}
