import { isDeepStrictEqual } from 'node:util'
import type { AttemptInput, Reply } from '../../check/check.ts'
import { ExpectationError } from '../../check/expect.ts'
import type { RecordCollection, Role } from '../../contract/collections/collections.ts'
import { isObject } from '../../contract/json-pointer.ts'
import type { MessageCheck } from '../../contract/message-check.ts'
import type { Operation } from '../../contract/operation.ts'
import { acceptsIn } from '../../contract/schema/schemas.ts'
import type { Context } from '../context/context.ts'
import { InconclusiveError } from '../context/inconclusive-error.ts'
import { bodyCases, type ProbeCase, parameterCases } from '../probing/cases.ts'
import { answersOf, judge, keyOf, type Probe } from '../probing/judge.ts'
import { createOperationOf } from './thing-keys.ts'
import { type Change, placesIn, type Survey, type ThingRequest, Things, wordsOf } from './things.ts'
import { bodyOf, valueFor, withBody } from './valid-request.ts'

/** How a check brings a server to give an answer. */
export type Way =
  | 'as documented'
  | 'without a credential'
  | 'with a key that nothing has'
  | 'with a value that the schema forbids'

/** What the checks of one document share. */
export interface AnswerPlan {
  survey: Survey
  responses: MessageCheck
  /** By operation. */
  parts: ReadonlyMap<string, Part>
  /** The operation changes nothing. */
  isRead(operation: Operation): boolean
  /** Undefined for an answer that no known request causes. */
  wayTo(operation: Operation, answer: string): Way | undefined
}

export interface WayToAnswer {
  id: string
  operation: Operation
  /** The documented status. */
  answer: string
  way: Way
  /** Which things the check makes. */
  makes: Change | undefined
}

/** The part that an operation has in a collection. */
export interface Part {
  collection: RecordCollection
  role: Role
}

/** Places of a request that get a wrong value. */
const maxPlaces = 10

const unnamed = (what: string): Probe => ({ kind: 'unnamed', what, place: 'path' })

function placeOf({ place }: ProbeCase): string {
  return place.replace(/^body (?!without).*/, 'body')
}

/** One run of a check. */
export class AnswerCheck {
  readonly #plan: AnswerPlan
  readonly #rule: WayToAnswer
  readonly #operation: Operation
  readonly #context: Context
  readonly #things: Things
  readonly #answers: readonly string[]
  readonly #part: Part | undefined
  /** The collection in which the operation makes a thing. */
  readonly #madeIn: RecordCollection | undefined

  constructor(plan: AnswerPlan, rule: WayToAnswer, context: Context) {
    const { operation } = rule
    this.#plan = plan
    this.#rule = rule
    this.#operation = operation
    this.#context = context
    this.#things = new Things(plan.survey, context, rule.makes)
    this.#answers = answersOf(operation)
    this.#part = plan.parts.get(operation.id)
    this.#madeIn =
      this.#part && createOperationOf(this.#part.collection) === operation ? this.#part.collection : undefined
  }

  async run(): Promise<void> {
    switch (this.#rule.way) {
      case 'as documented':
        return this.#runAsDocumented()
      case 'without a credential':
        return this.#runChanged([
          {
            kind: 'stranger',
            what: 'a request without a credential',
            place: '',
            change: (input) => ({ ...input, as: null }),
          },
        ])
      case 'with a key that nothing has':
        return this.#runMissing()
      case 'with a value that the schema forbids':
        return this.#runForbidden()
    }
  }

  async #runAsDocumented(): Promise<void> {
    const probe: Probe = { kind: 'valid', what: 'a valid request', place: '' }
    const { answer } = this.#rule
    if (this.#madeIn) {
      const { reply, thing } = await this.#things.make(this.#madeIn)
      // A write that makes a thing replaces it the next time.
      const isFirst = thing !== undefined && answer === '200' && reply.status === 201 && this.#answers.includes('201')
      if (!isFirst || this.#part?.role !== 'replace') return this.#expectShown([this.#judge(reply, probe)])
      const { input } = await this.#things.requestOf(this.#operation, thing.values)
      return this.#expectShown([this.#judge(await this.#context.attempt(this.#operation.id, input), probe)])
    }
    const request = await this.#things.requestOf(this.#operation)
    const { input, sources, values } = request
    const role = this.#part?.role
    const isLost = role === 'delete' && this.#part?.collection.operations.get('read')
    const before = isLost ? await this.#read(isLost, values) : undefined
    const isKeyed = this.#part && (role === 'replace' || role === 'patch')
    const sent = this.#part && isKeyed ? withKey(this.#operation, this.#part, input, values) : input
    const reply = await this.#send(sent, request)
    const isKnown = sources.every((source) => source === 'own' || source === 'found')
    this.#expectShown([this.#judge(reply, { ...probe, kind: isKnown ? 'valid' : 'unnamed' })])
    if (!isLost || !before || before.status >= 300 || reply.status === 202) return
    const after = await this.#read(isLost, values)
    if (after.status >= 300 || !isDeepStrictEqual(after.body, before.body)) return
    throw new ExpectationError({
      what: `${isLost.id} still shows the thing unchanged after ${this.#operation.id} has answered ${reply.status}`,
      expected: '404',
      seen: String(after.status),
    })
  }

  /** Only what the check has made is changed, and what the caller has named: that is put back where a read shows it. */
  async #send(input: AttemptInput, { sources, values }: ThingRequest): Promise<Reply> {
    const operation = this.#operation
    if (!this.#plan.isRead(operation)) {
      const isOpened = this.#plan.survey.ownership.isOpened(operation)
      if (isOpened && !(sources.length > 0 && sources.every((source) => source === 'own')))
        await this.#things.preserve(operation, values)
      else if (!isOpened && sources.includes('found')) this.#giveUp('it would change what the check has not made')
    }
    return this.#context.attempt(operation.id, input)
  }

  async #read(operation: Operation, values: readonly unknown[]): Promise<Reply> {
    const { input } = await this.#things.requestOf(operation, values)
    return this.#context.attempt(operation.id, input)
  }

  #giveUp(reason: string): never {
    const { refusal } = this.#things
    this.#context.inconclusive(`${this.#operation.id} was not called, since ${reason}${refusal ? `: ${refusal}` : ''}`)
  }

  /** The thing is made, where it can be, and removed, so that its key is of the form that the server gives. */
  async #runMissing(): Promise<void> {
    const places = placesIn(this.#plan.survey, this.#operation.path)
    const last = places.at(-1)
    const removal = last?.collection?.operations.get('delete')
    const { input, sources, values } = await this.#things.requestOf(this.#operation)
    const isOwn = sources.at(-1) === 'own'
    if (isOwn && removal) {
      const removed = await this.#context.attempt(removal.id, (await this.#things.requestOf(removal, values)).input)
      if (removed.status >= 300) this.#giveUp(`${removal.id} answers ${removed.status}`)
      return this.#runChanged([
        {
          ...unnamed('the key of a thing that was removed'),
          change: (given) => ({ ...given, path: input.path ?? {} }),
        },
      ])
    }
    const name = last?.name ?? ''
    const key = String(this.#things.newKey(this.#operation, name))
    const path = { ...input.path, [name]: key }
    const change = (given: AttemptInput) => ({ ...given, path })
    return this.#runChanged([{ ...unnamed(`a key that nothing has (${key})`), change }])
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
    if (this.#madeIn) return (await this.#things.make(this.#madeIn, change, { isChanged: true })).reply
    const request = await this.#things.requestOf(this.#operation)
    return this.#send(change(request.input), request)
  }

  #runForbidden(): Promise<void> {
    const asked = new Set<string>()
    return this.#runChanged(this.#forbidden(asked), asked)
  }

  /** A fault in each place, the first that may be sent. */
  *#forbidden(asked: ReadonlySet<string>): Generator<ProbeCase> {
    const { contract } = this.#plan.survey
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
    const { answer, way, id } = this.#rule
    const key = keyOf(this.#answers, reply.status)
    // An answer that another check causes is judged there.
    const isElsewhere = key !== undefined && key !== answer && this.#plan.wayTo(this.#operation, key) !== undefined
    const verdicts = judge(this.#plan.responses, this.#operation, reply, probe)
    for (const { result, cause, what, expected, seen } of verdicts) {
      if (isElsewhere && cause.startsWith('answer ')) continue
      if (result === 'failed') throw new ExpectationError({ what, expected, seen })
      this.#context.assume(id, () => {
        throw new Error(`${what}: ${seen}`)
      })
    }
    if (verdicts.some(({ result }) => result === 'differs')) return undefined
    if (key === answer && !(answer === 'default' && way !== 'as documented' && reply.status < 400)) return undefined
    return `${this.#operation.id} answers ${reply.status} to ${probe.what}: ${wordsOf(reply)}`
  }
}

/** Names the thing in the body too, where an operation at the address of a collection finds it there. */
function withKey(
  operation: Operation,
  { collection }: Part,
  input: AttemptInput,
  values: readonly unknown[],
): AttemptInput {
  const content = bodyOf(operation)
  const body = content && valueFor(operation, content, 'text')
  const { key } = collection
  const value = values[collection.parents]
  if (!content || key === undefined || value === undefined || !isObject(body) || !(key in body)) return input
  const changed = { ...body, [key]: typeof body[key] === 'number' ? Number(value) : String(value) }
  return acceptsIn(operation.document, content.schema, changed) ? withBody(input, content, changed) : input
}
