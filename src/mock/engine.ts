import { type Answer, hangUp, type InterfaceDefinition } from '../behaviour/definition.ts'
import { Refusal } from '../behaviour/refusal.ts'
import { compileRouter, type Match } from '../contract/router.ts'
import type { RuntimeInterface, RuntimeOperation } from '../contract/runtime.ts'
import { mask } from '../redaction/mask-request.ts'
import { chain, type MaybePromise, tryChain } from './maybe-promise.ts'
import { createPrism } from './prism/answer.ts'
import { maxBodyBytes } from './request/limits.ts'
import { compilePreparation } from './request/prepare.ts'
import { compileVocabulary, type Vocabulary } from './request/vocabulary.ts'
import { RequestContext } from './request-context.ts'
import { type InjectedFault, noFault } from './session/faults.ts'
import { injectedStatus } from './session/injected-status.ts'
import type { InterfaceState } from './session/session.ts'
import type { HandledRequest, MockRequest } from './types.ts'

/** Mocks one interface: requests in, answers out, no sockets. */
export interface Engine {
  readonly runtime: RuntimeInterface
  readonly definition: InterfaceDefinition
  handle(request: MockRequest, state: InterfaceState): MaybePromise<HandledRequest>
}

export interface EngineOptions {
  runtime: RuntimeInterface
  definition: InterfaceDefinition
  /** Hears why an answer was withheld: a behaviour threw, or its answer broke the contract. */
  onFault: (reason: string) => void
}

export function createEngine({ runtime, definition, onFault }: EngineOptions): Engine {
  const router = compileRouter(runtime.operations)
  const vocabulary = compileVocabulary(runtime)
  const prepare = compilePreparation(definition)
  const askPrism = createPrism(definition, ({ source, operation }, breach) =>
    report(source, operation.id, `the answer breaks the contract: ${breach}`),
  )

  return {
    runtime,
    definition,
    handle: (request, state) =>
      chain(state.conditions(), (conditions) => {
        const context = new RequestContext(request, state, conditions)
        const answered = tryChain<Answer | Refusal>(
          () => respond(context),
          (error) => failed(context, error),
        )
        return chain(answered, (answer) => conclude(context, answer))
      }),
  }

  function failed({ request, operation }: RequestContext, error: unknown): Refusal {
    // A caller that has gone ends what waited for it; nobody is there to be answered.
    if (!request.peer.signal.aborted) report(request, operation?.id ?? 'no operation', error)
    return new Refusal('internal', 'The mock failed; its log says why.')
  }

  function conclude(context: RequestContext, answered: Answer | Refusal): HandledRequest {
    if (answered instanceof Refusal) context.refuse(answered)
    const { request, operation, fault, refused, rules } = context
    const answer = answered instanceof Refusal ? definition.renderRefusal(answered.of(operation?.id)) : answered
    return {
      answer,
      delivery: answer.body === hangUp ? 'dropped' : deliveryOf(fault),
      operation: operation?.id,
      describe: describing(vocabulary, request.path, request.query, operation),
      rules: rules.length > 1 ? [...new Set(rules)] : rules,
      faults: fault.faults,
      reason: refused && mask(refused.detail, request, vocabulary.has),
    }
  }

  function respond(context: RequestContext): MaybePromise<Answer | Refusal> {
    const { request } = context
    if (!definition.address) return arrive(context, router.match(request.method, request.path))
    return chain(definition.address(context.asked, context), ({ path, accepts }) => {
      context.path = path
      return arrive(context, router.match(request.method, path, accepts))
    })
  }

  function arrive(context: RequestContext, match: Match): MaybePromise<Answer | Refusal> {
    if (match.kind === 'operation') context.operation = match.operation
    return chain(context.state.applyFault?.(context.operation?.id) ?? noFault, (fault) => {
      if (fault === noFault) return admit(context, match)
      context.fault = fault
      const { latency } = fault
      if (latency === 0) return endure(context, match)
      return context.clock.wait(latency, context.signal).then(() => endure(context, match))
    })
  }

  function endure(context: RequestContext, match: Match): MaybePromise<Answer | Refusal> {
    const { effect } = context.fault
    if (effect.kind === 'status') return injectedStatus(effect.status, context.operation, definition)
    if (effect.kind === 'drop') return { status: 503, headers: {}, body: undefined }
    return admit(context, match)
  }

  function admit(context: RequestContext, match: Match): MaybePromise<Answer | Refusal> {
    if (context.request.oversize) return tooLarge()
    if (!definition.admit) return ask(context, match, undefined)
    return chain(definition.admit(context.asked, context), (admission) => {
      if (!('caller' in admission)) return ask(context, match, admission)
      context.caller = admission.caller
      return ask(context, match, undefined)
    })
  }

  function ask(
    context: RequestContext,
    match: Match,
    refusal: Refusal | Answer | undefined,
  ): MaybePromise<Answer | Refusal> {
    const { request, path } = context
    if (match.kind !== 'operation') return refusal ?? whyNot(match, request)
    const admitted = { refusal, context, onRefusal: (refusal: Refusal) => context.refuse(refusal) }
    const prepared = prepare(match, path === request.path ? request : { ...request, path }, admitted)
    return prepared instanceof Refusal ? prepared : askPrism(prepared)
  }

  function report(request: MockRequest, place: string, fault: unknown): void {
    const [message, frames] =
      fault instanceof Error ? [`${fault.name}: ${fault.message}`, framesOf(fault)] : [fault, '']
    onFault(`${place}: ${mask(String(message), request, vocabulary.has)}${frames}`)
  }
}

/** Holds no more of a request than it tells, since the journal keeps it. */
function describing(
  vocabulary: Vocabulary,
  path: string,
  query: string,
  operation: RuntimeOperation | undefined,
): HandledRequest['describe'] {
  return () => ({ path: vocabulary.describePath(path, operation), query: vocabulary.describeQuery(query) })
}

function tooLarge(): Refusal {
  return new Refusal('payload-too-large', `The mock takes bodies of at most ${maxBodyBytes} bytes.`)
}

function deliveryOf({ effect }: InjectedFault): HandledRequest['delivery'] {
  if (effect.kind === 'drop') return 'dropped'
  return effect.kind === 'truncate' ? 'truncated' : 'whole'
}

/** Where it was thrown, without the message, which may repeat a request. */
function framesOf({ stack = '', message }: Error): string {
  return stack.slice(stack.indexOf(message) + message.length)
}

function whyNot(match: Exclude<Match, { kind: 'operation' }>, { method, path }: MockRequest): Answer | Refusal {
  switch (match.kind) {
    case 'malformed':
      return new Refusal('malformed-request', 'The path is not validly percent-encoded.')
    case 'not-found':
      return new Refusal('not-found', `There is nothing at ${path}.`)
    case 'method-not-allowed': {
      // `Allow` names OPTIONS, and this is what it answers (RFC 9110, 9.3.7).
      if (method === 'OPTIONS') return { status: 204, headers: { allow: match.allow.join(', ') }, body: undefined }
      const detail = `${method} is not supported here; supported are ${match.allow.join(', ')}.`
      return new Refusal('method-not-allowed', detail, { allow: match.allow })
    }
  }
}
