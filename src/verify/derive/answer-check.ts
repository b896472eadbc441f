import { isDeepStrictEqual } from 'node:util'
import type { AttemptInput, Reply } from '../../check/check.ts'
import { ExpectationError } from '../../check/expect.ts'
import type { MessageCheck } from '../../contract/message-check.ts'
import type { Operation } from '../../contract/operation.ts'
import type { Context } from '../context/context.ts'
import { InconclusiveError } from '../context/inconclusive-error.ts'
import { bodyCases, type ProbeCase, parameterCases, withoutCredential } from '../probing/cases.ts'
import { answersOf, judge, keyOf, type Probe } from '../probing/judge.ts'
import { stillShows } from '../probing/sequences.ts'
import { type Change, type Part, placesIn, type ResourceObservation } from './observation.ts'
import { createOperationOf } from './resource-keys.ts'
import { isReached, Resources, wordsOf } from './resources.ts'

/** How a check brings a server to give an answer. */
export type ResponseCase =
  | 'as documented'
  | 'without a credential'
  | 'with a key that nothing has'
  | 'with a value that the schema forbids'

/** What the checks of one document share. */
export interface AnswerPlan {
  observation: ResourceObservation
  responses: MessageCheck
  /** Undefined for an answer that no known request causes. */
  caseOf(operation: Operation, answer: string): ResponseCase | undefined
}

export interface ExpectedResponse {
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

function placeOf({ place }: ProbeCase): string {
  return place.replace(/^body (?!without).*/, 'body')
}

/** One run of a check. */
export class AnswerCheck {
  readonly #plan: AnswerPlan
  readonly #rule: ExpectedResponse
  readonly #operation: Operation
  readonly #context: Context
  readonly #resources: Resources
  readonly #answers: readonly string[]
  readonly #part: Part | undefined
  /** The operation makes a thing in its collection. */
  readonly #isCreate: boolean

  constructor(plan: AnswerPlan, rule: ExpectedResponse, context: Context) {
    const { operation } = rule
    this.#plan = plan
    this.#rule = rule
    this.#operation = operation
    this.#context = context
    this.#resources = new Resources(plan.observation, context, rule.makes)
    this.#answers = answersOf(operation)
    this.#part = plan.observation.parts.get(operation.id)
    this.#isCreate = this.#part !== undefined && createOperationOf(this.#part.collection) === operation
  }

  run(): Promise<void> {
    if (this.#rule.case === 'as documented') return this.#runAsDocumented()
    if (this.#rule.case === 'without a credential') return this.#runChanged([withoutCredential])
    if (this.#rule.case === 'with a key that nothing has') return this.#runMissing()
    const asked = new Set<string>()
    return this.#runChanged(this.#forbidden(asked), asked)
  }

  async #runAsDocumented(): Promise<void> {
    const probe: Probe = { kind: 'valid', what: 'a valid request', place: '' }
    const { collection, role } = this.#part ?? {}
    if (collection && this.#isCreate) {
      const { reply, thing } = await this.#resources.make(collection)
      // A write that makes a thing replaces it the next time.
      const isFirst = this.#rule.answer === '200' && reply.status === 201 && this.#answers.includes('201')
      if (!thing || !isFirst || role !== 'replace') return this.#expectShown([this.#judge(reply, probe)])
      const { input } = await this.#resources.requestOf(this.#operation, thing.values)
      return this.#expectShown([this.#judge(await this.#context.attempt(this.#operation.id, input), probe)])
    }
    const request = await this.#resources.requestOf(this.#operation)
    const read = role === 'delete' ? collection?.operations.get('read') : undefined
    const before = read && (await this.#resources.attemptAt(read, request.values))
    const reply = await this.#resources.send(this.#operation, request)
    this.#expectShown([this.#judge(reply, { ...probe, kind: isReached(request) ? 'valid' : 'unnamed' })])
    if (!read || !before || before.status >= 300 || reply.status === 202) return
    const after = await this.#resources.attemptAt(read, request.values)
    if (after.status >= 300 || !isDeepStrictEqual(after.body, before.body)) return
    const what = `${read.id} ${stillShows(this.#operation, reply)}`
    throw new ExpectationError({ what, expected: '404', seen: String(after.status), cause: what })
  }

  /** The thing is made, where it can be, and removed, so that its key is of the form that the server gives. */
  async #runMissing(): Promise<void> {
    const last = placesIn(this.#plan.observation, this.#operation.path).at(-1)
    const removal = last?.collection?.operations.get('delete')
    const { input, sources, values } = await this.#resources.requestOf(this.#operation)
    const isRemoved = sources.at(-1) === 'own' && removal !== undefined
    if (isRemoved) {
      const { status } = await this.#resources.attemptAt(removal, values)
      if (status >= 300) this.#resources.giveUp(this.#operation, `${removal.id} answers ${status}`)
    }
    const name = last?.name ?? ''
    const key = isRemoved ? input.path?.[name] : String(this.#resources.newKey(this.#operation, name))
    const what = isRemoved ? 'the key of a thing that was removed' : `a key that nothing has (${key})`
    const change = (given: AttemptInput) => ({ ...given, path: { ...input.path, [name]: key } })
    return this.#runChanged([{ kind: 'unnamed', what, place: 'path', change }])
  }

  /**
   * Sends valid requests with one change each. At least one answer must show the rule, and none may break it.
   *
   * @param asked gets the places of what was sent
   */
  async #runChanged(probes: Iterable<ProbeCase>, asked = new Set<string>()): Promise<void> {
    const reasons: (string | undefined)[] = []
    for (const probe of probes) {
      try {
        reasons.push(this.#judge(await this.#sendChanged(probe), probe))
        asked.add(placeOf(probe))
      } catch (error) {
        // Another value there would mean a thing of others.
        if (!(error instanceof InconclusiveError)) throw error
        reasons.push(error.message)
      }
    }
    this.#expectShown(reasons)
  }

  async #sendChanged({ change }: ProbeCase): Promise<Reply> {
    if (this.#part && this.#isCreate) return this.#resources.makeAndRemove(this.#part.collection, change)
    return this.#resources.send(this.#operation, await this.#resources.requestOf(this.#operation), change)
  }

  /** A fault in each place, the first that may be sent. */
  *#forbidden(asked: ReadonlySet<string>): Generator<ProbeCase> {
    const { contract } = this.#plan.observation
    for (const probe of [...bodyCases(contract, this.#operation), ...parameterCases(contract, this.#operation)]) {
      if (asked.size === maxPlaces) return
      if (probe.kind !== 'invalid' || asked.has(placeOf(probe)) || /^(path |syntax)/.test(probe.place)) continue
      yield probe
    }
  }

  /** @param reasons why each answer shows nothing; undefined for one that shows the rule */
  #expectShown(reasons: readonly (string | undefined)[]): void {
    const [first = 'its schemas forbid no value that is known'] = reasons
    if (!reasons.includes(undefined)) this.#context.inconclusive(first)
  }

  /**
   * Fails for an answer that breaks the document.
   *
   * @returns why the answer shows nothing of the rule; undefined if it shows the rule
   */
  #judge(reply: Reply, probe: Probe): string | undefined {
    const { answer, id, case: expected } = this.#rule
    const key = keyOf(this.#answers, reply.status)
    // An answer that another check causes is judged there.
    const isElsewhere = key !== undefined && key !== answer && this.#plan.caseOf(this.#operation, key) !== undefined
    const verdicts = judge(this.#plan.responses, this.#operation, reply, probe)
    for (const { result, ...failure } of verdicts) {
      if (isElsewhere && failure.cause.startsWith('answer ')) continue
      if (result === 'failed') throw new ExpectationError(failure)
      this.#context.assume(id, () => {
        throw new ExpectationError(failure)
      })
    }
    if (verdicts.some(({ result }) => result === 'differs')) return undefined
    if (key === answer && !(answer === 'default' && expected !== 'as documented' && reply.status < 400))
      return undefined
    return `${this.#operation.id} answers ${reply.status} to ${probe.what}: ${wordsOf(reply)}`
  }
}
