import type { Behaviour } from '../behaviour/behaviour.ts'
import { type Answer, hangUp, type InterfaceDefinition } from '../behaviour/definition.ts'
import { Refusal } from '../behaviour/refusal.ts'
import { compileRouter, type Router } from '../contract/router.ts'
import type { RuntimeInterface, RuntimeOperation } from '../contract/runtime.ts'
import { type ConcludedAnswer, conclude } from './answer/conclude.ts'
import { type Explain, explanationsOf } from './answer/explanation.ts'
import { whyFailed, whyNotRouted, withhold } from './answer/failure.ts'
import { constant } from './answer/serialize.ts'
import {
  refuseAssumedAnswer,
  refuseAssumedRequest,
  refuseUndocumented,
  type Strictness,
  type StrictRefusal,
} from './answer/strict.ts'
import { chain, type MaybePromise, tryChain } from './maybe-promise.ts'
import { memoizeByObject } from './memoize.ts'
import { type CompiledOperation, compileOperation, named, toAnswer } from './operation.ts'
import type { WholePrism } from './prism/instance.ts'
import { plainExample } from './prism/plain-example.ts'
import { hasPreference, toPrismRequest } from './prism/prism-request.ts'
import { describeSecurity } from './published/credentials.ts'
import { documentedAnswer } from './published/documented-answer.ts'
import { readInput } from './request/input.ts'
import { asDoubles } from './request/integers.ts'
import { maxBodyBytes } from './request/limits.ts'
import { compileVocabulary, type Vocabulary } from './request/vocabulary.ts'
import { RequestContext } from './request-context.ts'
import { type InjectedFault, injectedStatus, noFault } from './session/faults.ts'
import { journalLine, recordOf } from './session/journal.ts'
import type { InterfaceState } from './session/session.ts'
import { runTransaction } from './storage/run-transaction.ts'
import { StorageError } from './storage/storage.ts'
import type { Transaction } from './storage/transaction.ts'
import type { MockAnswer, MockRequest } from './types.ts'

/** Mocks one interface: turns requests into answers, without sockets. */
export interface Engine {
  readonly runtime: RuntimeInterface
  readonly definition: InterfaceDefinition
  handle(request: MockRequest, state: InterfaceState): MaybePromise<MockAnswer>
}

export interface EngineOptions {
  runtime: RuntimeInterface
  definition: InterfaceDefinition
  /** Called with the reason when an answer is withheld: a behaviour threw, or its answer broke the contract. */
  onFault: (reason: string) => void
  /** Adds headers with the operation, the rules and the assumptions that decided; default: false. */
  explain?: boolean
  /** These headers link the docs; default: false. */
  docs?: boolean
  /** Strictness for sessions without their own setting; default: off. */
  strict?: Strictness | undefined
}

/** The parts of an interface that the steps use, compiled once. */
interface Mock {
  runtime: RuntimeInterface
  definition: InterfaceDefinition
  router: Router<RuntimeOperation>
  vocabulary: Vocabulary
  compiled(operation: RuntimeOperation): CompiledOperation
  prism(): Promise<WholePrism>
  /** Undefined when answers are not explained. */
  explain: ((operation: RuntimeOperation | undefined) => Explain) | undefined
  strict: Strictness
  onFault: (reason: string) => void
}

export function createEngine({
  runtime,
  definition,
  onFault,
  explain = false,
  docs = false,
  strict = 'off',
}: EngineOptions): Engine {
  let prism: Promise<WholePrism> | undefined
  const mock: Mock = {
    runtime,
    definition,
    router: compileRouter(runtime.operations),
    vocabulary: compileVocabulary(runtime),
    compiled: memoizeByObject(compileOperation),
    // Loaded when a request first needs it: Prism is the largest part of the mock, and few requests need it.
    prism: () => {
      prism ??= import('./prism/instance.ts').then(({ createWholePrism }) =>
        createWholePrism((context, refusal) => refusal ?? callBehaviour(mock, context)),
      )
      return prism
    },
    explain: explain ? explanationsOf(runtime, docs) : undefined,
    strict,
    onFault,
  }
  return {
    runtime,
    definition,
    handle(request, state) {
      const context = new RequestContext(request, state)
      return tryChain<MockAnswer>(
        () => respond(mock, context),
        (error) => fail(mock, context, error),
      )
    },
  }
}

type Outcome = Answer | Refusal

/** The request starts again, since a fault has been applied to it or has held it back. */
const restart = Symbol('restart')

/** A step returns the outcome that ends the request, or undefined to let the next step go on. */
type Step = (mock: Mock, context: RequestContext) => MaybePromise<Outcome | typeof restart | undefined>

const steps: readonly Step[] = [route, injectFaults, authorize, validate, answer]

/** Runs the steps in one transaction, which is stored unless the request is refused. */
function respond(mock: Mock, context: RequestContext): MaybePromise<MockAnswer> {
  const { state } = context
  const answer = runTransaction<Transaction, ConcludedAnswer | typeof restart>(
    () => state.begin(),
    (transaction) =>
      chain(state.conditions(transaction), (conditions) => {
        context.start(transaction, conditions)
        return chain(takeSteps(mock, context, 0), (outcome) =>
          outcome === restart ? restart : addChanges(context, conclude(mock, context, outcome)),
        )
      }),
    {
      isKept: (answer) => answer !== restart && !context.refused,
      journalLine: (answer) => (answer === restart ? undefined : lineOf(context, answer)),
    },
  )
  return chain(answer, (answer) => (answer === restart ? respond(mock, context) : answer))
}

/** Followers of the journal may see the changes of a request. They are collected only on demand, since they hold values that callers sent. */
function addChanges(
  { state, refused, transaction }: RequestContext,
  answer: ConcludedAnswer,
): MaybePromise<ConcludedAnswer> {
  if (!state.session.journal.wantsChanges || refused) return answer
  const { handled } = answer
  return transaction.changes(state.mounted.name).then((changes) => ({ ...answer, handled: { ...handled, changes } }))
}

/** A storage that keeps the journal gets the request in the commit of its changes, so that readers see both or neither. */
function lineOf({ state, received, receivedAt }: RequestContext, answer: ConcludedAnswer): string {
  const { handled } = answer
  const { when, at } = receivedAt
  handled.isInJournal = true
  const duration = performance.now() - at
  return journalLine(
    recordOf(answer, handled, { interface: state.mounted.name, method: received.method, when, duration }),
  )
}

function takeSteps(mock: Mock, context: RequestContext, first: number): MaybePromise<Outcome | typeof restart> {
  const step = steps[first]
  if (!step) throw new Error('the last step has no outcome')
  return chain(step(mock, context), (outcome) => outcome ?? takeSteps(mock, context, first + 1))
}

/** Finds the operation. If the path alone does not identify it, the interface reads the path first. */
function route({ definition, router }: Mock, context: RequestContext): MaybePromise<undefined> {
  const { request } = context
  if (!definition.address) {
    context.match = router.match(request.method, request.path)
    return undefined
  }
  return chain(definition.address(request, context), ({ path, query = request.query, accepts }) => {
    if (path !== request.path || query !== request.query) context.request = { ...request, path, query }
    context.match = router.match(request.method, path, accepts)
    return undefined
  })
}

/** Applies the faults that a tester asked for. They are counted at once, so the request starts again and reads the new count. */
function injectFaults({ definition }: Mock, context: RequestContext): ReturnType<Step> {
  const { fault, state, transaction } = context
  if (fault && fault !== noFault) return applyFault(fault, definition, context)
  return chain(state.applyFaults(context.operation, transaction), (found = noFault) => {
    context.fault = found
    return found === noFault ? undefined : restart
  })
}

function applyFault(fault: InjectedFault, definition: InterfaceDefinition, context: RequestContext): ReturnType<Step> {
  if (fault.latency === 0 || context.hasWaited) return effectOf(fault, context.routed, definition)
  return context.clock.wait(fault.latency, context.signal).then(() => {
    context.hasWaited = true
    return restart
  })
}

function effectOf(
  { effect }: InjectedFault,
  operation: RuntimeOperation | undefined,
  definition: InterfaceDefinition,
): Answer | undefined {
  if (effect.kind === 'status') return injectedStatus(effect.status, operation, definition)
  return effect.kind === 'drop' ? { status: 503, headers: {}, body: hangUp } : undefined
}

/** Lets the caller in, or refuses. If the interface does not check credentials itself, Prism does when it validates. */
function authorize(mock: Mock, context: RequestContext): ReturnType<Step> {
  const { definition } = mock
  if (context.request.oversize) {
    return new Refusal('payload-too-large', `The mock takes bodies of at most ${maxBodyBytes} bytes.`)
  }
  if (!definition.admit) return undefined
  return chain(definition.admit(context.request, context), (admission) => {
    if (!('caller' in admission)) return context.routed ? checkAnswer(mock, context, admission) : admission
    context.caller = admission.caller
    return undefined
  })
}

/** Reads the parameters and the body, and checks whether Prism would accept them. */
function validate(mock: Mock, context: RequestContext): Refusal | Answer | undefined {
  const { runtime, definition, compiled } = mock
  const { match, request } = context
  if (match.kind !== 'operation') return whyNotRouted(runtime, match, context.received)
  const operation = compiled(match.operation)
  const input = readInput(request, match, operation, definition)
  if (input instanceof Refusal) return input
  context.input = input
  context.undocumented = operation.undocumented({ query: input.query, headers: request.headers, body: input.body })
  const refusal = refuseStrictly(mock, context)
  if (refusal) return refusal
  if (runtime.published) {
    const refusal = refusePublished(operation, context)
    context.isValid = refusal === undefined
    return refusal
  }
  context.isValid =
    !hasPreference(context) &&
    (definition.admit !== undefined || operation.isSecure(request.headers, () => toPrismRequest(context))) &&
    input.violations.length === 0 &&
    operation.acceptsBody(input.bodyForPrism, input.contentType)
  return undefined
}

/** Refuses what a published document does not allow. Prism is not asked: it would run the document's patterns in JavaScript's own engine. */
function refusePublished(operation: CompiledOperation, context: RequestContext): Refusal | undefined {
  const { request, input } = context
  if (!operation.isSecure(request.headers, () => toPrismRequest(context))) {
    const expected = describeSecurity(routedOf(context).http.security)
    return new Refusal('unauthenticated', `The request carries no credentials: send ${expected}.`, {
      credentials: { fault: 'missing', expected },
    })
  }
  const { violations } = input
  if (violations.length === 0) return undefined
  return new Refusal('invalid-request', `${violations.map(({ message }) => message).join('; ')}.`, { violations })
}

/** Refuses the request if the session, or else the mock, is too strict for it. */
function refuseStrictly(mock: Mock, context: RequestContext): StrictRefusal | undefined {
  const strictness = strictnessOf(mock, context)
  if (strictness === 'off') return undefined
  const refusal = refuseUndocumented(context.undocumented)
  if (refusal || strictness === 'on') return refusal
  return refuseAssumedRequest(routedOf(context), context.input, context.request.headers)
}

function strictnessOf({ strict }: Mock, { state }: RequestContext): Strictness {
  return state.session.strict ?? strict
}

/** Answers with the operation's behaviour, or with an example. A request that may be invalid goes through Prism, which says what is wrong. */
function answer(mock: Mock, context: RequestContext): MaybePromise<Outcome> {
  const outcome = answerValid(mock, context)
  if (strictnessOf(mock, context) !== 'documented') return outcome
  return chain(outcome, (outcome) =>
    outcome instanceof Refusal
      ? outcome
      : (refuseAssumedAnswer(routedOf(context), outcome.status, context.assumed?.gap) ?? outcome),
  )
}

function answerValid(mock: Mock, context: RequestContext): MaybePromise<Outcome> {
  if (!context.isValid) return askPrism(mock, context)
  return chain(callBehaviour(mock, context), (outcome) =>
    outcome ? checkAnswer(mock, context, outcome) : showExample(mock, context),
  )
}

/** The answer of the behaviour; undefined when there is none, or when the caller prefers an example. */
function callBehaviour({ definition }: Mock, context: RequestContext): MaybePromise<Outcome | undefined> {
  const { input, request } = context
  const operation = routedOf(context)
  // The definition is typed by its own operations, which the mock does not know: here they are only names.
  const behaviours = definition.behaviours as Record<string, Behaviour<unknown, object> | undefined>
  const behaviour = Object.hasOwn(behaviours, operation.id) ? behaviours[operation.id] : undefined
  context.isUndecided = !behaviour
  if (!behaviour || request.headers.prefer !== undefined) return undefined
  const { path, query, header } = input.parameters
  const { method, headers } = request
  const asked = { path, query, header, server: input.server, headers, method, body: input.body } as never
  return chain<unknown, Outcome | undefined>(behaviour(asked, context), (answered) =>
    answered === undefined || answered instanceof Refusal ? answered : toAnswer(answered, operation),
  )
}

/** The answer in its final form if it keeps the contract; otherwise a refusal. */
function checkAnswer(mock: Mock, context: RequestContext, outcome: Outcome): MaybePromise<Outcome> {
  const { status, headers, body } = outcome instanceof Refusal ? context.refuse(outcome) : outcome
  const answered = { status, headers: named(headers), body }
  const operation = routedOf(context)
  const { acceptsResponse } = mock.compiled(operation)
  if (acceptsResponse(answered)) return answered
  const validated = { ...answered, body: asDoubles(body) }
  if (validated.body !== body && acceptsResponse(validated)) return answered
  if (mock.runtime.published) {
    context.warnings.push('The document allows no valid answer here, or none was found: this is the nearest.')
    return answered
  }
  return mock.prism().then((prism) => {
    const breach = prism.findBreach(operation, validated)
    return breach === undefined ? answered : withhold(mock, context, breach)
  })
}

/** Sends the request through all of Prism, which says what is wrong with it. */
async function askPrism(mock: Mock, context: RequestContext): Promise<Outcome> {
  const prism = await mock.prism()
  const { answer, breach } = await prism.ask(context)
  context.isPreferred = hasPreference(context)
  return breach === undefined ? answer : withhold(mock, context, breach)
}

/** Prism negotiates once for each `Accept`; the example is validated each time, like any other answer. */
function showExample(mock: Mock, context: RequestContext): MaybePromise<Outcome> {
  const { http } = routedOf(context)
  if (mock.runtime.published) {
    const outcome = documentedAnswer(http, context.request.headers)
    return outcome instanceof Refusal ? outcome : checkAnswer(mock, context, outcome)
  }
  const { examples, acceptsResponse } = mock.compiled(routedOf(context))
  const { accept } = context.request.headers
  const known = examples.get(accept)
  if (known && acceptsResponse(known)) return known
  const plain = plainExample(http, accept)
  return chain(plain && acceptsResponse(plain) ? plain : askPrism(mock, context), (outcome) => {
    // Prism calls the callbacks of an operation itself.
    if (outcome instanceof Refusal || http.callbacks) return outcome
    examples.set(accept, { ...outcome, headers: Object.freeze(outcome.headers), body: constant(outcome.body) })
    return outcome
  })
}

function fail(mock: Mock, context: RequestContext, error: unknown): MockAnswer {
  const answer = conclude(mock, context, whyFailed(mock, context, error))
  if (error instanceof StorageError && error.retryAfter !== undefined) {
    answer.headers = { ...answer.headers, 'retry-after': String(error.retryAfter) }
  }
  return answer
}

/** The operation of a request that has been routed. */
function routedOf({ routed }: RequestContext): RuntimeOperation {
  if (!routed) throw new Error('the request led to no operation')
  return routed
}
