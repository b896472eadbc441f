import { isDeepStrictEqual } from 'node:util'
import type { AttemptInput, Reply } from '../../check/check.ts'
import { ExpectationError } from '../../check/expect.ts'
import type { RecordCollection, Role } from '../../contract/collections/collections.ts'
import { isObject } from '../../contract/json-pointer.ts'
import type { MessageCheck } from '../../contract/message-check.ts'
import type { Operation } from '../../contract/operation.ts'
import { acceptsIn } from '../../contract/schema/schemas.ts'
import type { Context } from '../context/context.ts'
import { faultOfAnswer } from './answer-faults.ts'
import { forbiddenChanges, type RequestChange } from './forbidden-changes.ts'
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
          { what: 'a request without a credential', change: (input) => ({ ...input, as: null }) },
        ])
      case 'with a key that nothing has':
        return this.#runMissing()
      case 'with a value that the schema forbids':
        return this.#runChanged(forbiddenChanges(this.#operation))
    }
  }

  async #runAsDocumented(): Promise<void> {
    if (this.#madeIn)
      return this.#expectShown([this.#judge((await this.#things.make(this.#madeIn)).reply, 'a valid request')])
    const request = await this.#things.requestOf(this.#operation)
    const { input, sources, values } = request
    const role = this.#part?.role
    const isLost = role === 'delete' && this.#part?.collection.operations.get('read')
    const before = isLost ? await this.#read(isLost, values) : undefined
    const isKeyed = this.#part && (role === 'replace' || role === 'patch')
    const sent = this.#part && isKeyed ? withKey(this.#operation, this.#part, input, values) : input
    const reply = await this.#send(sent, request)
    const isOurs = sources.every((source) => source === 'own' || source === 'found')
    this.#expectShown([this.#judge(reply, 'a valid request', isOurs)])
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
        { what: 'the key of a thing that was removed', change: (given) => ({ ...given, path: input.path ?? {} }) },
      ])
    }
    const name = last?.name ?? ''
    const key = String(this.#things.newKey(this.#operation, name))
    const path = { ...input.path, [name]: key }
    return this.#runChanged([{ what: `a key that nothing has (${key})`, change: (given) => ({ ...given, path }) }])
  }

  /** Sends valid requests with one change each. At least one answer must show the rule, and none may break it. */
  async #runChanged(changes: readonly RequestChange[]): Promise<void> {
    const reasons: (string | undefined)[] = []
    for (const { what, change } of changes) {
      if (this.#madeIn) {
        reasons.push(this.#judge((await this.#things.make(this.#madeIn, change, { isChanged: true })).reply, what))
        continue
      }
      const request = await this.#things.requestOf(this.#operation)
      reasons.push(this.#judge(await this.#send(change(request.input), request), what))
    }
    this.#expectShown(reasons)
  }

  /** @param reasons why each answer shows nothing; undefined for one that shows the rule */
  #expectShown(reasons: readonly (string | undefined)[]): void {
    const [first = 'its schemas forbid no value that is known'] = reasons
    if (!reasons.includes(undefined)) this.#context.inconclusive(first)
  }

  /**
   * Fails for an answer that breaks the document.
   *
   * @param what the request in words
   * @param isKnown all things that the request names are there
   * @returns why the answer shows nothing of the rule; undefined if it shows the rule
   */
  #judge(reply: Reply, what: string, isKnown = true): string | undefined {
    const { id: name } = this.#operation
    const { answer, way, id } = this.#rule
    const { status } = reply
    const key = keyOf(this.#answers, status)
    const documented = this.#answers.join(', ')
    const said = `${name} answers ${status}; the document has ${documented}`
    const mismatch = new ExpectationError({ what: said, expected: answer, seen: `${status}: ${wordsOf(reply)}` })
    if (status >= 500 && !([501, 502, 503, 504].includes(status) && this.#answers.includes(String(status))))
      throw mismatch
    if (key !== undefined) this.#judgeBody(reply, key)
    if (key === answer && !(answer === 'default' && way !== 'as documented' && status < 400)) return undefined
    const words = `${name} answers ${status} to ${what}: ${wordsOf(reply)}`
    if (way === 'as documented') {
      if (key !== undefined) return words
      if (status < 400) throw mismatch
      if (!isKnown) return words
    } else if (way === 'without a credential' && status < 400) {
      throw new ExpectationError({
        what: `${name} takes ${what}, and its document asks for one`,
        expected: answer,
        seen: String(status),
      })
    } else if (way === 'with a key that nothing has' && status < 400) {
      return words
    } else if (key !== undefined && status >= 400) return words
    this.#context.assume(id, () => {
      throw new Error(status < 400 ? `${name} takes ${what}: it answers ${status}` : `${said}: ${wordsOf(reply)}`)
    })
    return undefined
  }

  /** An answer that another check causes is judged there. */
  #judgeBody(reply: Reply, key: string): void {
    const isJudgedElsewhere = key !== this.#rule.answer && this.#plan.wayTo(this.#operation, key) !== undefined
    const fault = isJudgedElsewhere
      ? undefined
      : faultOfAnswer(this.#plan.survey, this.#plan.responses, this.#operation, reply)
    if (!fault) return
    const place = fault.at === '' ? 'the body' : fault.at
    throw new ExpectationError({
      what: `${place} of ${this.#operation.id} ${reply.status}`,
      expected: fault.expected,
      seen: fault.seen,
    })
  }
}

/** Statuses that an operation documents. */
export function answersOf({ responses }: Operation): string[] {
  return [...responses.keys()]
}

/** The documented status that covers a status: its own, its class, or `default`. */
export function keyOf(answers: readonly string[], status: number): string | undefined {
  return [String(status), `${String(status)[0]}XX`, 'default'].find((key) => answers.includes(key))
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
