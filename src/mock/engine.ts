import type { Address, Answer, InterfaceDefinition } from '../behaviour/definition.ts'
import { Refusal } from '../behaviour/refusal.ts'
import type { Contract } from '../contract/contract.ts'
import type { Operation } from '../contract/operation.ts'
import { compileExplanations } from './answer/explanation.ts'
import {
  type AnsweringInterface,
  failedAnswer,
  finishAnswer,
  refuseBrokenAnswer,
  routingRefusal,
} from './answer/finish-answer.ts'
import { injectedAnswer } from './answer/injected-answer.ts'
import { addHeaders } from './answer/serialize.ts'
import { refuseAssumedAnswer, refuseAssumedRequest, refuseUndocumented, type Strictness } from './answer/strict.ts'
import { chain, type MaybePromise, tryChain } from './maybe-promise.ts'
import { type OperationPlan, plansOf } from './plan.ts'
import {
  chooseAnswer,
  documentedAnswer,
  inAcceptedType,
  noPreference,
  readPreference,
} from './published/documented-answer.ts'
import { maxBodyBytes } from './request/body.ts'
import { readInput } from './request/input.ts'
import { compileVocabulary } from './request/vocabulary.ts'
import { RequestContext } from './request-context.ts'
import { type InjectedFault, noFault } from './session/faults.ts'
import { journalLine, recordOf } from './session/journal.ts'
import type { InterfaceState } from './session/session.ts'
import { runTransaction, type TransactionOptions } from './storage/run-transaction.ts'
import type { FinishedAnswer, MockRequest } from './types.ts'

/** Mocks one interface: turns requests into answers, without sockets. */
export interface Engine {
  readonly contract: Contract
  readonly definition: InterfaceDefinition
  handle(request: MockRequest, state: InterfaceState): MaybePromise<FinishedAnswer>
}

export interface EngineOptions {
  contract: Contract
  definition: InterfaceDefinition
  /** Called with the reason when an answer is withheld: a behaviour threw, or its answer broke the contract. */
  onFault: (reason: string) => void
  /** Adds headers with the operation, the rules and the assumptions that decided; default: false. */
  explain?: boolean | undefined
  /** These headers link the docs; default: false. */
  docs?: boolean | undefined
  /** Strictness for sessions without their own setting; default: off. */
  strict?: Strictness | undefined
}

/** The parts of an interface that the steps use, compiled once. */
interface CompiledInterface extends AnsweringInterface {
  definition: InterfaceDefinition
  planOf(operation: Operation): OperationPlan
  strict: Strictness
}

export function createEngine({ contract, definition, onFault, explain, docs, strict = 'off' }: EngineOptions): Engine {
  const mock: CompiledInterface = {
    contract,
    definition,
    vocabulary: compileVocabulary(contract),
    planOf: plansOf(contract, definition),
    explain: explain ? compileExplanations(contract, docs) : undefined,
    strict,
    onFault,
  }
  return {
    contract,
    definition,
    handle(request, state) {
      const context = new RequestContext(request, state)
      return tryChain<FinishedAnswer>(
        () => respond(mock, context),
        (error) => failedAnswer(mock, context, error),
      )
    },
  }
}

type Outcome = Answer | Refusal

/** The request starts again, since a fault has been applied to it or has held it back. */
const restart = Symbol('restart')

/** A step returns the outcome that ends the request, or undefined to let the next step go on. The fifth, `answer`, always has one. */
type Step = (mock: CompiledInterface, context: RequestContext) => MaybePromise<Outcome | typeof restart | undefined>

const steps: readonly Step[] = [route, injectFaults, authorize, validate]

/** Runs the steps in one transaction, which is stored unless the request is refused. */
function respond(mock: CompiledInterface, context: RequestContext): MaybePromise<FinishedAnswer> {
  const { state } = context
  const options: TransactionOptions<FinishedAnswer | typeof restart> = {
    isKept: () => !context.refused,
    journalLine: (finished) => (finished === restart ? undefined : lineOf(context, finished)),
  }
  const finished = runTransaction(
    () => state.begin(),
    (transaction) =>
      chain(state.conditions(transaction), (conditions) => {
        context.start(transaction, conditions, mock.strict)
        return chain(takeSteps(mock, context, 0), (outcome) => {
          if (outcome === restart) return restart
          const finished = finishAnswer(mock, context, outcome)
          return state.session.journal.wantsChanges && !context.refused ? addChanges(context, finished) : finished
        })
      }),
    options,
  )
  return chain(finished, (found) => (found === restart ? respond(mock, context) : found))
}

/** Followers of the journal may see the changes of a request. They are collected only on demand, since they hold values that callers sent. */
async function addChanges({ state, transaction }: RequestContext, finished: FinishedAnswer): Promise<FinishedAnswer> {
  const changes = await transaction.changes(state.mounted.name)
  return { ...finished, handled: { ...finished.handled, changes } }
}

/** A storage that keeps the journal gets the request in the commit of its changes, so that readers see both or neither. */
function lineOf({ state, received, receivedAt }: RequestContext, finished: FinishedAnswer): string {
  const { handled } = finished
  const { when, at } = receivedAt
  handled.isInJournal = true
  const duration = performance.now() - at
  return journalLine(
    recordOf(finished, handled, { interface: state.mounted.name, method: received.method, when, duration }),
  )
}

function takeSteps(
  mock: CompiledInterface,
  context: RequestContext,
  first: number,
): MaybePromise<Outcome | typeof restart> {
  const step = steps[first]
  return step
    ? chain(step(mock, context), (outcome) => outcome ?? takeSteps(mock, context, first + 1))
    : answer(mock, context)
}

/** Finds the operation. If the path alone does not identify it, the interface reads the path first. */
function route({ definition, contract }: CompiledInterface, context: RequestContext): MaybePromise<undefined> {
  const { received } = context
  const address: MaybePromise<Address> = definition.address?.(received, context) ?? received
  return chain(address, ({ path, query = received.query, accepts }) => {
    context.request = path === received.path && query === received.query ? received : { ...received, path, query }
    const match = contract.match(received.method, path, accepts)
    context.match = match
    context.routed = match.kind === 'operation' ? match.operation : undefined
    context.operation = context.routed?.id
    return undefined
  })
}

/** Applies the faults that a tester asked for. They are counted at once, so the request starts again and reads the new count. */
function injectFaults({ definition }: CompiledInterface, context: RequestContext): ReturnType<Step> {
  const { fault, state, transaction, operation } = context
  if (fault) return applyFault(fault, definition, context)
  return chain(state.session.applyFaults(state.mounted.name, operation, transaction), (found = noFault) => {
    context.fault = found
    return found === noFault ? undefined : restart
  })
}

function applyFault(fault: InjectedFault, definition: InterfaceDefinition, context: RequestContext): ReturnType<Step> {
  if (fault.latency === 0 || context.hasWaited) return injectedAnswer(fault, context.routed, definition)
  return context.clock.wait(fault.latency, context.signal).then(() => {
    context.hasWaited = true
    return restart
  })
}

/** Lets the caller in, or refuses. If the interface does not check credentials itself, `validate` asks the document. */
function authorize(mock: CompiledInterface, context: RequestContext): ReturnType<Step> {
  const { definition } = mock
  if (context.request.oversize) {
    return new Refusal('payload-too-large', `The mock takes bodies of at most ${maxBodyBytes} bytes.`)
  }
  if (!definition.admit) return undefined
  return chain(definition.admit(context.request, context), (admission) => {
    if (!('caller' in admission))
      return context.routed ? checkAnswer(mock, context, context.routed, admission) : admission
    context.caller = admission.caller
    return undefined
  })
}

/** Reads the parameters and the body, and refuses what the document does not allow. */
function validate(mock: CompiledInterface, context: RequestContext): Outcome | undefined {
  const { contract, definition } = mock
  const { match, request, strictness } = context
  if (match.kind !== 'operation') return routingRefusal(contract, match, context.received)
  const { operation } = match
  const plan = mock.planOf(operation)
  context.plan = plan
  const refused = (refusal: Refusal) => checkAnswer(mock, context, operation, refusal)
  if (!definition.admit && !operation.security.accepts(request)) return refused(refuseWithoutCredentials(operation))
  const unreadable = readInput(context, match)
  if (unreadable) return unreadable
  const { queryNames, body, violations } = context
  context.undocumented = plan.undocumented({ queryNames, headers: request.headers, body })
  const tooLoose = strictness === 'off' ? undefined : refuseStrictly(context)
  if (tooLoose) return tooLoose
  if (violations.length > 0) return refused(refuseInvalid(violations))
  const preference = readPreference(request.headers.prefer)
  if (preference instanceof Refusal) return refused(preference)
  context.preference = preference
  context.isPreferred = preference !== noPreference
  if (plan.behaviour && !plan.isDerived && !context.isPreferred) return undefined
  // Chosen before a behaviour acts: a request whose answer the caller cannot take changes nothing.
  context.choice = chooseAnswer(operation, request.headers.accept, preference)
  return context.choice instanceof Refusal && context.choice.kind === 'not-acceptable'
    ? refused(context.choice)
    : undefined
}

function refuseWithoutCredentials({ security: { words } }: Operation): Refusal {
  return new Refusal('unauthenticated', `The request carries no credentials: send ${words}.`, {
    credentials: { fault: 'missing', expected: words },
  })
}

function refuseInvalid(violations: RequestContext['violations']): Refusal {
  return new Refusal('invalid-request', `${violations.map(({ message }) => message).join('; ')}.`, { violations })
}

/** Refuses the request if the session, or else the mock, is too strict for it. */
function refuseStrictly(context: RequestContext): Refusal | undefined {
  const refusal = refuseUndocumented(context.undocumented)
  if (refusal || context.strictness === 'on') return refusal
  const { queryNames, body, request } = context
  return refuseAssumedRequest(context.plan.operation, { queryNames, body, headers: request.headers })
}

/** Answers with the operation's behaviour, or with an example. */
function answer(mock: CompiledInterface, context: RequestContext): MaybePromise<Outcome> {
  const { plan, strictness } = context
  const { operation } = plan
  const outcome = chain(callBehaviour(context), (found) =>
    checkAnswer(mock, context, operation, found ?? exampleFor(context)),
  )
  if (strictness !== 'documented') return outcome
  return chain(outcome, (outcome) =>
    outcome instanceof Refusal
      ? outcome
      : (refuseAssumedAnswer(mock.contract, operation, outcome.status, context.assumed?.gap) ?? outcome),
  )
}

function exampleFor({ plan: { operation }, request, preference, choice }: RequestContext): Outcome {
  const chosen = choice ?? chooseAnswer(operation, request.headers.accept, preference)
  return chosen instanceof Refusal ? chosen : documentedAnswer(operation, chosen, preference)
}

/** The answer of the behaviour; undefined when there is none, or when the caller prefers an example. */
function callBehaviour(context: RequestContext): MaybePromise<Outcome | undefined> {
  const { plan, parameters, server, body, request } = context
  const { behaviour } = plan
  context.isUndecided = !behaviour
  if (!behaviour || context.isPreferred) return undefined
  const { method, headers } = request
  const { path, query, header } = parameters
  const behaviourRequest = { path, query, header, server, headers, method, body } as never
  return chain<unknown, Outcome | undefined>(behaviour(behaviourRequest, context), (response) =>
    response === undefined || response instanceof Refusal ? response : toAnswer(response as LooseAnswer, plan),
  )
}

interface LooseAnswer {
  status: number
  headers?: Record<string, string>
  mediaType?: string
  body?: unknown
}

/** The answer of a behaviour in the form that is sent. An answer that names no media type gets the documented one. */
function toAnswer({ status, headers, mediaType, body }: LooseAnswer, { mediaTypeOf }: OperationPlan): Answer {
  const media = body === undefined ? '' : (mediaType ?? mediaTypeOf(status))
  const lower: Record<string, string> = media === '' ? {} : { 'content-type': media }
  return { status, headers: headers ? addHeaders(lower, headers) : lower, body }
}

/** The answer in its final form if it keeps the contract; otherwise a refusal. */
function checkAnswer(
  mock: CompiledInterface,
  context: RequestContext,
  operation: Operation,
  outcome: Outcome,
): Outcome {
  const plan = mock.planOf(operation)
  const given = outcome instanceof Refusal ? context.refuse(outcome) : outcome
  // What is made from the document suits the caller; what is written for the interface is as it is written.
  const isDerived = context.refused ? mock.definition.derived !== undefined : plan.isDerived
  const shown = isDerived ? inAcceptedType(given, operation, context.request.headers.accept) : given
  const { breaches, written } = plan.answers
  const found = breaches(shown)
  if (found.length > 0 && !isDerived) return refuseBrokenAnswer(mock, context, `${shown.status}: ${found.join('; ')}`)
  if (found.length > 0)
    context.warnings.push('The document allows no valid answer here, or none was found: this is the nearest.')
  return written(shown)
}
