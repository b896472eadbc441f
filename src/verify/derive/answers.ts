import { isDeepStrictEqual } from 'node:util'
import type { AttemptInput, Check, Needs, Reply } from '../../check/check.ts'
import { ExpectationError } from '../../check/expect.ts'
import { changesAnswer, on } from '../../check/sabotage.ts'
import type { Rule } from '../../contract/contract.ts'
import { isObject } from '../../contract/json-pointer.ts'
import { isJson, parseMediaType } from '../../contract/media-type.ts'
import { concreteType } from '../../contract/published/media-example.ts'
import type { ResponseCheck } from '../../contract/response-validator.ts'
import type { RuntimeOperation } from '../../contract/runtime.ts'
import { bare, findCollections, kindOf, type RecordCollection, type Role } from '../../mock/crud/collections.ts'
import { soundsSecret } from '../../redaction/secret-names.ts'
import { loadRuntime } from '../../workspace/interfaces.ts'
import type { CheckTarget } from '../context/check-run.ts'
import type { Context } from '../context/context.ts'
import { isSafe } from '../target/target.ts'
import { faultOfAnswer } from './answer-faults.ts'
import { isRemovable, makerOf, placesIn, type Survey, Things, wordsOf } from './things.ts'
import { acceptsIn, bodyOf, valueFor, withBody } from './valid-request.ts'

type DerivedCheck = Check<Record<string, unknown>> | { unobservable: string }

/** How a check brings a server to give an answer. */
type Way =
  | 'as documented'
  | 'without a credential'
  | 'with a key that nothing has'
  | 'with a value that the schema forbids'

/** What the checks of one document share. */
interface AnswerPlan {
  survey: Survey
  responses: ResponseCheck
  /** By operation. */
  parts: ReadonlyMap<string, Part>
  /** Changes that nobody takes back are allowed. */
  mayLast: boolean
  /** Undefined for an answer that no known request causes. */
  wayTo(operation: RuntimeOperation, answer: string): Way | undefined
}

interface WayToAnswer {
  id: string
  operation: RuntimeOperation
  /** The documented status. */
  answer: string
  way: Way
  makesThings: boolean
  /** The read that shows whether a search by POST changes anything. */
  shownBy: RuntimeOperation | undefined
}

/** The part that an operation has in a collection. */
interface Part {
  collection: RecordCollection
  role: Role
}

/**
 * The checks of derived rules. Each stands alone: it makes the things that it needs, parents first, sends one request, judges the answer, and
 * removes what it has made. Things of others are read and never changed.
 *
 * @returns the check of a rule, or why no request is known that causes its answer
 */
export function createAnswerChecks(checkTarget: CheckTarget, responses: ResponseCheck): (rule: Rule) => DerivedCheck {
  const { contract, target } = checkTarget
  const list = loadRuntime(contract.name).operations
  const collections = findCollections(list)
  const survey: Survey = { contract, collections, operations: new Map(list.map((one) => [one.id, one])) }
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
    const operation = survey.operations.get(name)
    const answers = answersOf(survey, name)
    const way = operation && wayTo(operation, answer)
    if (!operation || way === undefined) return { unobservable: whyNot(name, answer, answers) }
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

  function wayTo(operation: RuntimeOperation, answer: string): Way | undefined {
    const answers = answersOf(survey, operation.id)
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

  function shownBy(operation: RuntimeOperation): RuntimeOperation | undefined {
    return parts.has(operation.id) ? undefined : readBeside(operation, list)
  }

  /** The changes that a check of the operation makes: `reversible` where all that it makes or changes is its own, and removed. */
  function changesOf(operation: RuntimeOperation): Needs['changes'] {
    const own = placesIn(survey, operation.path).some(({ collection }) => collection && isRemovable(collection))
    if (isSafe(operation)) return mayWrite && own ? 'reversible' : undefined
    if (shownBy(operation)) return 'reversible'
    const part = parts.get(operation.id)
    return part && isRemovable(part.collection) ? 'reversible' : 'lasting'
  }

  function whyNot(operation: string, answer: string, answers: readonly string[]): string {
    const usual = usualAnswer(answers) ?? ''
    return /^[23]/.test(answer)
      ? `another answer of ${operation} is its usual one: ${usual}`
      : `no request is known that every server must answer with ${answer}`
  }
}

/** One run of a check. */
class AnswerCheck {
  readonly #plan: AnswerPlan
  readonly #rule: WayToAnswer
  readonly #operation: RuntimeOperation
  readonly #context: Context
  readonly #things: Things
  readonly #answers: readonly string[]

  constructor(plan: AnswerPlan, rule: WayToAnswer, context: Context) {
    const { operation } = rule
    this.#plan = plan
    this.#rule = rule
    this.#operation = operation
    this.#context = context
    this.#things = new Things(plan.survey, context, rule.makesThings)
    this.#answers = answersOf(plan.survey, operation.id)
  }

  async run(): Promise<void> {
    switch (this.#rule.way) {
      case 'as documented':
        return this.#runAsDocumented()
      case 'without a credential':
        return this.#runRefused({ as: null }, 'a request without a credential')
      case 'with a key that nothing has':
        return this.#runMissing()
      case 'with a value that the schema forbids':
        return this.#runForbidden()
    }
  }

  async #runAsDocumented(): Promise<void> {
    const part = this.#plan.parts.get(this.#operation.id)
    if (part && makerOf(part.collection) === this.#operation) {
      const { reply } = await this.#things.make(part.collection)
      return this.#judge(reply, 'a valid request')
    }
    const { input, sources, values } = await this.#things.requestOf(this.#operation)
    if (!this.#isRead && sources.includes('found')) this.#giveUp('it would change what the check has not made')
    if (!this.#isRead && sources.includes('made up')) this.#giveUp('nothing is known that it may change')
    const isLost = part?.role === 'delete' && part.collection.operations.get('read')
    const before = isLost ? await this.#read(isLost, values) : undefined
    const sent =
      part?.role === 'replace' || part?.role === 'patch' ? withKey(this.#operation, part, input, values) : input
    const reply = await this.#send(sent, values)
    const isOurs = sources.every((source) => source === 'own' || source === 'found')
    this.#judge(reply, 'a valid request', isOurs)
    if (!isLost || !before || before.status >= 300 || reply.status === 202) return
    const after = await this.#read(isLost, values)
    if (after.status >= 300 || !isDeepStrictEqual(after.body, before.body)) return
    throw new ExpectationError({
      what: `${isLost.id} still shows the thing unchanged after ${this.#operation.id} has answered ${reply.status}`,
      expected: '404',
      seen: String(after.status),
    })
  }

  get #isRead(): boolean {
    return isSafe(this.#operation) || this.#rule.shownBy !== undefined
  }

  /** A search by POST is sent between two reads of a list that does not change by itself. */
  async #send(input: AttemptInput, values: readonly unknown[]): Promise<Reply> {
    const { shownBy } = this.#rule
    const { id } = this.#operation
    if (!shownBy) return this.#context.attempt(id, input)
    const earlier = await this.#read(shownBy, values)
    const before = await this.#read(shownBy, values)
    if (before.status >= 300) this.#giveUp(`${shownBy.id} answers ${before.status}, and would show what it changes`)
    if (!isDeepStrictEqual(earlier.body, before.body)) this.#giveUp(`what ${shownBy.id} shows changes by itself`)
    const reply = await this.#context.attempt(id, input)
    const after = await this.#read(shownBy, values)
    if (isDeepStrictEqual(after.body, before.body)) {
      if (reply.status < 400) this.#context.changedNothing(`${shownBy.id} shows the same before and after ${id}`)
      return reply
    }
    this.#context.leaves(`what ${id} has written: ${shownBy.id} shows something else after it`)
    if (!this.#plan.mayLast) this.#context.inconclusive(`${id} is named as a search, and is a write`)
    return reply
  }

  async #read(operation: RuntimeOperation, values: readonly unknown[]): Promise<Reply> {
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
    if (isOwn && removal && last?.collection && isRemovable(last.collection)) {
      const removed = await this.#context.attempt(removal.id, (await this.#things.requestOf(removal, values)).input)
      if (removed.status >= 300) this.#giveUp(`${removal.id} answers ${removed.status}`)
      return this.#runRefused({ path: { ...input.path } }, 'the key of a thing that was removed')
    }
    if (!this.#isRead && sources.includes('found')) this.#giveUp('it would change what the check has not made')
    const name = last?.name ?? ''
    const key = String(this.#things.missingKey(this.#operation, name))
    return this.#runRefused({ path: { ...input.path, [name]: key } }, `a key that nothing has (${key})`)
  }

  async #runForbidden(): Promise<void> {
    const part = this.#plan.parts.get(this.#operation.id)
    const isMaker = part && makerOf(part.collection) === this.#operation
    const wrong = forbiddenRequest(this.#operation)
    if (!wrong) this.#giveUp('its schemas forbid no value that is known')
    if (isMaker) {
      const { reply } = await this.#things.make(part.collection, (input) => ({ ...input, ...wrong.change(input) }))
      return this.#judge(reply, wrong.what)
    }
    const { input, sources, values } = await this.#things.requestOf(this.#operation)
    if (!this.#isRead && sources.some((source) => source !== 'own' && source !== 'shown'))
      this.#giveUp('it would change what the check has not made')
    this.#judge(await this.#send({ ...input, ...wrong.change(input) }, values), wrong.what)
  }

  async #runRefused(change: AttemptInput, what: string): Promise<void> {
    const part = this.#plan.parts.get(this.#operation.id)
    if (part && makerOf(part.collection) === this.#operation) {
      const { reply } = await this.#things.make(part.collection, (input) => ({ ...input, ...change }))
      return this.#judge(reply, what)
    }
    const { input, values } = await this.#things.requestOf(this.#operation)
    this.#judge(await this.#send({ ...input, ...change }, values), what)
  }

  /**
   * @param what the request in words
   * @param isKnown all things that the request names are there
   */
  #judge(reply: Reply, what: string, isKnown = true): void {
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
    if (key === answer && !(answer === 'default' && way !== 'as documented' && status < 400)) return
    const words = `${name} answers ${status} to ${what}: ${wordsOf(reply)}`
    if (way === 'as documented') {
      if (key !== undefined) this.#context.inconclusive(words)
      if (status < 400) throw mismatch
      if (!isKnown) this.#context.inconclusive(words)
    } else if (way === 'without a credential' && status < 400) {
      throw new ExpectationError({
        what: `${name} takes ${what}, and its document asks for one`,
        expected: answer,
        seen: String(status),
      })
    } else if (way === 'with a key that nothing has' && status < 400) {
      this.#context.inconclusive(words)
    } else if (key !== undefined && status >= 400) this.#context.inconclusive(words)
    this.#context.assume(id, () => {
      throw new Error(status < 400 ? `${name} takes ${what}: it answers ${status}` : `${said}: ${wordsOf(reply)}`)
    })
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
function answersOf({ contract }: Survey, operation: string): string[] {
  return [...(contract.operations.get(operation)?.responses.keys() ?? [])]
}

/** The documented status that covers a status: its own, its class, or `default`. */
function keyOf(answers: readonly string[], status: number): string | undefined {
  return [String(status), `${String(status)[0]}XX`, 'default'].find((key) => answers.includes(key))
}

/** The answer that a valid request gets: the first success, or else the default. */
function usualAnswer(answers: readonly string[]): string | undefined {
  const successes = answers.filter((answer) => answer.startsWith('2')).sort()
  return (
    successes[0] ?? answers.find((answer) => answer === 'default') ?? answers.find((answer) => answer.startsWith('3'))
  )
}

/** Names the thing in the body too, where an operation at the address of a collection finds it there. */
function withKey(
  operation: RuntimeOperation,
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
  return acceptsIn(operation, content.schema, changed) ? withBody(input, content.mediaType, changed) : input
}

const searchWord = /^_?([Ss]earch|[Qq]uery|[Ff]ind|[Ll]ist|[Cc]ount|[Ll]ookup)(?![a-z])/
const writeWord = /creat|add|insert|updat|upsert|replac|delet|remov|sav|publish|stor|sale|sell|set(?![a-z])/i

/** The list that a search by POST looks through, by its path or else its name. Undefined for any other operation. */
function readBeside(
  { method, id, path, http }: RuntimeOperation,
  operations: readonly RuntimeOperation[],
): RuntimeOperation | undefined {
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

/** True if a request may have a value that its schemas forbid; which one is found out when it is sent. */
function mayBeWrong(operation: RuntimeOperation): boolean {
  return bodyOf(operation) !== undefined || (operation.http.request?.query ?? []).some(isPlain)
}

/** Digits and `true` are valid text, but a server may read them as a number or a boolean. Other text it may not. */
function isPlain({ schema, style }: { schema?: unknown; style?: string }): boolean {
  return style === 'form' && ['integer', 'number', 'boolean'].includes(String(Object(schema).type))
}

/** Values that most schemas refuse, the likeliest mistakes first. */
const wrongValues: readonly unknown[] = [{}, [], 'no such value', true, -1, 0.5, null]

/** A change to a valid request after which a schema of the document refuses it. */
function forbiddenRequest(
  operation: RuntimeOperation,
): { what: string; change: (input: AttemptInput) => AttemptInput } | undefined {
  const content = bodyOf(operation)
  const isJsonBody = content && isJson(parseMediaType(concreteType(content.mediaType)))
  const body = isJsonBody ? valueFor(operation, content, 'text') : undefined
  const refuses = (schema: unknown, value: unknown) => !acceptsIn(operation, schema, value)
  if (content && isObject(body) && !Array.isArray(body)) {
    for (const name of Object.keys(body)) {
      const wrong = wrongValues.find((value) => refuses(content.schema, { ...body, [name]: value }))
      if (wrong === undefined) continue
      const changed = { ...body, [name]: wrong }
      return {
        what: `a body with ${JSON.stringify(wrong)} at /${name}`,
        change: (input) => withBody(input, content.mediaType, changed),
      }
    }
  } else if (content && isJsonBody) {
    const wrong = wrongValues.find((value) => refuses(content.schema, value))
    if (wrong !== undefined)
      return { what: `the body ${JSON.stringify(wrong)}`, change: (input) => withBody(input, content.mediaType, wrong) }
  }
  const parameter = operation.http.request?.query?.find((one) => isPlain(one) && refuses(one.schema, 'no such value'))
  if (!parameter) return undefined
  const { name } = parameter
  return {
    what: `${name}=no such value`,
    change: ({ query }) => ({ query: { ...query, [name]: 'no such value' } }),
  }
}
