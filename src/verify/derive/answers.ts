import { isDeepStrictEqual } from 'node:util'
import type { AttemptInput, Check, Reply } from '../../check/check.ts'
import { ExpectationError } from '../../check/expect.ts'
import { changesAnswer, on } from '../../check/sabotage.ts'
import type { Rule } from '../../contract/contract.ts'
import type { MessageCheck } from '../../contract/message-check.ts'
import { type Operation, sentParameters } from '../../contract/operation.ts'
import { soundsSecret } from '../../redaction/secret-names.ts'
import type { CheckTarget } from '../context/check-target.ts'
import type { Context } from '../context/context.ts'
import { InconclusiveError } from '../context/inconclusive-error.ts'
import { mayHarm } from '../context/ownership.ts'
import { bodyCases, type ProbeCase, parameterCases, withoutCredential } from '../probing/cases.ts'
import { answersOf, judge, keyOf, type Probe } from '../probing/judge.ts'
import { stillShows } from '../probing/sequences.ts'
import { type Change, changesOf, observe, placesIn } from './observation.ts'
import { createOperationOf } from './resource-keys.ts'
import { isReached, Resources, wordsOf } from './resources.ts'
import { bodyOf } from './valid-request.ts'

/** How a check brings a server to give an answer. */
type ResponseCase =
  | 'as documented'
  | 'without a credential'
  | 'with a key that nothing has'
  | 'with a value that the schema forbids'

interface ExpectedResponse {
  id: string
  operation: Operation
  /** The documented status. */
  answer: string
  case: ResponseCase
  /** Which things the check makes. */
  makes: Change | undefined
}

/** Places of a request that get a wrong value. */
const maxPlaces = 10

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
      run: (context) => show({ id, operation, answer, case: known, makes }, context),
      sabotage: on(
        name,
        changesAnswer((given) => (keyOf(answers, given.status) === answer ? { ...given, status: 599 } : given)),
      ),
    }
  }

  function caseOf(operation: Operation, answer: string): ResponseCase | undefined {
    const answers = answersOf(operation)
    if (answer === usualAnswer(answers)) return 'as documented'
    if (answer === '401') return operation.security.isDemanded && !showsAlways ? 'without a credential' : undefined
    const hasPath = sentParameters(operation).some(({ in: place }) => place === 'path')
    if (answer === '404' || answer === '4XX' || answer === 'default')
      if (hasPath && !answers.includes(answer === '404' ? '' : '404')) return 'with a key that nothing has'
    const isForWrong = answer === '400' || (!answers.includes('400') && ['422', '4XX', 'default'].includes(answer))
    // Which value its schemas forbid is found out when it is sent.
    const mayBeWrong =
      bodyOf(operation) !== undefined || operation.parameters.some(({ in: place }) => place === 'query')
    return isForWrong && mayBeWrong ? 'with a value that the schema forbids' : undefined
  }

  /** Sends what is to cause an answer. At least one reply must show the rule, and none may break it. */
  async function show(rule: ExpectedResponse, context: Context): Promise<void> {
    const things = new Resources(observation, context, rule.makes)
    const reasons: (string | undefined)[] = []
    if (rule.case === 'as documented') reasons.push(await showUsual(rule, context, things))
    else {
      const asked = new Set<string>()
      const told = new Set<string>()
      const { collection } = observation.parts.get(rule.operation.id) ?? {}
      const isCreate = collection !== undefined && createOperationOf(collection) === rule.operation
      let isUnreached: boolean | undefined
      for await (const probe of probesOf(rule, things, asked)) {
        try {
          const reply = await things.ask(rule.operation, probe.change)
          isUnreached ??= !isCreate && !isReached(await things.requestOf(rule.operation))
          reasons.push(judged(rule, context, reply, { ...probe, isUnreached }, told))
          asked.add(placeOf(probe))
        } catch (error) {
          // Another value there would mean a thing of others.
          if (!(error instanceof InconclusiveError)) throw error
          reasons.push(error.message)
        }
      }
    }
    const [first = 'its schemas forbid no value that is known'] = reasons
    if (!reasons.includes(undefined)) context.inconclusive(first)
  }

  async function showUsual(rule: ExpectedResponse, context: Context, things: Resources): Promise<string | undefined> {
    const { operation } = rule
    const valid: Probe = { kind: 'valid', what: 'a valid request', place: '' }
    const { collection, role } = observation.parts.get(operation.id) ?? {}
    if (collection && createOperationOf(collection) === operation) {
      const { reply, thing } = await things.make(collection)
      // A write that makes a thing replaces it the next time.
      const isFirst = rule.answer === '200' && reply.status === 201 && answersOf(operation).includes('201')
      if (!thing || !isFirst || role !== 'replace') return judged(rule, context, reply, valid)
      const { input } = await things.requestOf(operation, thing.values)
      return judged(rule, context, await context.attempt(operation.id, input), valid)
    }
    const request = await things.requestOf(operation)
    const read = role === 'delete' ? collection?.operations.get('read') : undefined
    const before = read && (await things.attemptAt(read, request.values))
    const reply = await things.ask(operation)
    const reason = judged(rule, context, reply, { ...valid, kind: isReached(request) ? 'valid' : 'unnamed' })
    const isTold = reason !== undefined || reply.status === 202 || reply.status >= 300
    if (!read || !before || before.status >= 300 || isTold) return reason
    const after = await things.attemptAt(read, request.values)
    if (after.status >= 300 || !isDeepStrictEqual(after.body, before.body)) return undefined
    const what = `${read.id} ${stillShows(operation, reply)}`
    throw new ExpectationError({ what, expected: '404', seen: String(after.status), cause: what })
  }

  /** @param asked places that were sent already */
  async function* probesOf(
    { operation, case: expected }: ExpectedResponse,
    things: Resources,
    asked: ReadonlySet<string>,
  ): AsyncGenerator<ProbeCase> {
    if (expected === 'without a credential') return yield withoutCredential
    if (expected === 'with a key that nothing has') return yield await unnamed(operation, things)
    for (const probe of [...bodyCases(contract, operation), ...parameterCases(contract, operation)]) {
      if (asked.size === maxPlaces) return
      if (probe.kind === 'invalid' && !asked.has(placeOf(probe)) && !/^(path |syntax)/.test(probe.place)) yield probe
    }
  }

  /** The thing is made, where it can be, and removed, so that its key is of the form that the server gives. */
  async function unnamed(operation: Operation, things: Resources): Promise<ProbeCase> {
    const last = placesIn(observation, operation.path).at(-1)
    const removal = last?.collection?.operations.get('delete')
    const { input, sources, values } = await things.requestOf(operation)
    const isRemoved = sources.at(-1) === 'own' && removal !== undefined
    if (isRemoved) {
      const { status } = await things.attemptAt(removal, values)
      if (status >= 300) things.giveUp(operation, `${removal.id} answers ${status}`)
    }
    const name = last?.name ?? ''
    const key = isRemoved ? input.path?.[name] : String(things.newKey(operation, name))
    const what = isRemoved ? 'the key of a thing that was removed' : `a key that nothing has (${key})`
    const change = (given: AttemptInput) => ({ ...given, path: { ...input.path, [name]: key } })
    return { kind: 'unnamed', what, place: 'path', change }
  }

  /**
   * Fails for an answer that breaks the document.
   *
   * @param told causes that other requests have shown
   * @returns why the answer shows nothing of the rule; undefined if it shows the rule
   */
  function judged(
    rule: ExpectedResponse,
    context: Context,
    reply: Reply,
    probe: Probe,
    told: Set<string> = new Set(),
  ): string | undefined {
    const { operation, answer, id, case: expected } = rule
    const key = keyOf(answersOf(operation), reply.status)
    // An answer that another check causes is judged there.
    const isElsewhere = key !== undefined && key !== answer && caseOf(operation, key) !== undefined
    const verdicts = judge(responses, operation, reply, probe)
    for (const { result, ...failure } of verdicts) {
      if (isElsewhere && failure.cause.startsWith('answer ')) continue
      const fail = () => {
        throw new ExpectationError(failure, reply)
      }
      if (result === 'failed') fail()
      if (!told.has(failure.cause)) context.assume(id, fail)
      told.add(failure.cause)
    }
    if (verdicts.some(({ result }) => result === 'differs')) return undefined
    if (key === answer && !(answer === 'default' && expected !== 'as documented' && reply.status < 400))
      return undefined
    return `${operation.id} answers ${reply.status} to ${probe.what}: ${wordsOf(reply)}`
  }
}

function placeOf({ place }: ProbeCase): string {
  return place.replace(/^body (?!without).*/, 'body')
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
