import type { BehaviourContext } from '../interfaces/behaviour.ts'
import { Problem } from '../interfaces/problem.ts'
import { compileRouter, type Match } from '../interfaces/router.ts'
import type { RuntimeInterface, RuntimeOperation } from '../interfaces/runtime.ts'
import { type AdmissionRequest, type Answer, hangUp, type InterfaceSlice } from '../interfaces/slice.ts'
import type { Clock, Store } from '../interfaces/world.ts'
import { createPrism } from './ask-prism.ts'
import type { MockRequest, Peer } from './exchange.ts'
import type { Strike } from './faults.ts'
import { injectedStatus } from './injected-status.ts'
import { mask } from './mask.ts'
import { compilePreparation } from './prepare.ts'
import { maxBodyBytes } from './request-body.ts'
import type { World } from './session.ts'
import { compileVocabulary } from './vocabulary.ts'

/** Mocks one interface: requests in, answers out, no sockets. */
export interface Engine {
  readonly runtime: RuntimeInterface
  readonly slice: InterfaceSlice
  handle(request: MockRequest, world: World): Promise<Handled>
}

/** An answer, and what the journal keeps beside it. */
export interface Handled {
  answer: Answer
  /** How much of the answer the caller is to get: what is not whole is an injected fault. */
  delivery: 'whole' | 'truncated' | 'dropped'
  /** `operationId`, where the request led to one. */
  operation: string | undefined
  /** The path and the query, in words of the document alone. */
  path: string
  query: string[]
  /** Rules that decided, where a behaviour named them. */
  rules: string[]
  /** Injected faults that struck. */
  faults: string[]
  /** Why the request was refused, without anything that it held. */
  reason: string | undefined
}

export interface EngineOptions {
  runtime: RuntimeInterface
  slice: InterfaceSlice
  /** Hears why an answer was withheld: a behaviour threw, or its answer broke the contract. */
  onFault: (reason: string) => void
}

const unharmed: Strike = { latency: 0, effect: { kind: 'none' }, faults: [] }

export function createEngine({ runtime, slice, onFault }: EngineOptions): Engine {
  const router = compileRouter(runtime.operations)
  const vocabulary = compileVocabulary(runtime)
  const prepare = compilePreparation(runtime.operations, slice)
  const askPrism = createPrism(slice, ({ source, operation }, breach) =>
    report(source, operation.id, `the answer breaks the contract: ${breach}`),
  )

  return { runtime, slice, handle }

  async function handle(request: MockRequest, world: World): Promise<Handled> {
    const rules: string[] = []
    const noted: { match?: Match; strike?: Strike; refused?: Problem } = {}
    const context = new Context(world, await world.conditions(), request.peer, rules)
    const onRefusal = (problem: Problem) => {
      noted.refused = problem
      rules.push(...problem.rules)
    }

    const answered = await respond().catch((error: unknown) => {
      // A caller that has gone ends what waited for it; nobody is there to be answered.
      if (!request.peer.signal.aborted) report(request, operationOf(noted.match)?.id ?? 'no operation', error)
      return new Problem('internal', 'The mock failed; its log says why.')
    })
    const operation = operationOf(noted.match)
    if (answered instanceof Problem) onRefusal(answered)
    const { strike = unharmed, refused } = noted
    const answer = answered instanceof Problem ? slice.renderProblem(answered.of(operation?.id)) : answered
    return {
      answer,
      delivery: answer.body === hangUp ? 'dropped' : deliveryOf(strike),
      operation: operation?.id,
      path: vocabulary.describePath(request.path, operation),
      query: vocabulary.describeQuery(request.query),
      rules: [...new Set(rules)],
      faults: strike.faults,
      reason: refused && mask(refused.detail, request, vocabulary.has),
    }

    async function respond(): Promise<Answer | Problem> {
      const { method, query, headers, body } = request
      const asked: AdmissionRequest = { operation: undefined, method, path: request.path, query, headers, body }
      const address = await slice.address?.(asked, context)
      const path = address?.path ?? request.path
      const match = router.match(request.method, path, address?.accepts)
      noted.match = match
      const operation = operationOf(match)
      const strike = (await world.strike?.(operation?.id)) ?? unharmed
      noted.strike = strike
      if (strike.latency > 0) await world.clock.wait(strike.latency, request.peer.signal)
      if (strike.effect.kind === 'status') return injectedStatus(strike.effect.status, operation, slice)
      if (strike.effect.kind === 'drop') return { status: 503, headers: {}, body: undefined }
      if (request.oversize) return tooLarge()

      const admission = await slice.admit?.({ ...asked, path, operation: operation?.id }, context)
      const refusal = admission && !('caller' in admission) ? admission : undefined
      if (match.kind !== 'operation') return refusal ?? whyNot(match, request)
      if (admission && 'caller' in admission) context.caller = admission.caller
      const admitted = { refusal, context, onRefusal }
      const prepared = prepare(match, path === request.path ? request : { ...request, path }, admitted)
      return prepared instanceof Problem ? prepared : askPrism(prepared)
    }
  }

  function report(request: MockRequest, place: string, fault: unknown): void {
    const [message, frames] =
      fault instanceof Error ? [`${fault.name}: ${fault.message}`, framesOf(fault)] : [fault, '']
    onFault(`${place}: ${mask(String(message), request, vocabulary.has)}${frames}`)
  }
}

/** What a behaviour works with. A class, since an object that is written with a getter of its own is a shape of its own for V8. */
class Context implements BehaviourContext<object> {
  readonly store: Store
  readonly clock: Clock
  readonly conditions: object
  caller: unknown
  readonly #peer: Peer
  readonly #rules: string[]

  constructor({ store, clock }: World, conditions: object, peer: Peer, rules: string[]) {
    this.store = store
    this.clock = clock
    this.conditions = conditions
    this.#peer = peer
    this.#rules = rules
  }

  /** Asked for by few. */
  get signal(): AbortSignal {
    return this.#peer.signal
  }

  readonly because = (...rules: string[]): void => void this.#rules.push(...rules)
}

function tooLarge(): Problem {
  return new Problem('payload-too-large', `The mock takes bodies of at most ${maxBodyBytes} bytes.`)
}

function operationOf(match: Match | undefined): RuntimeOperation | undefined {
  return match?.kind === 'operation' ? match.operation : undefined
}

function deliveryOf({ effect }: Strike): Handled['delivery'] {
  if (effect.kind === 'drop') return 'dropped'
  return effect.kind === 'truncate' ? 'truncated' : 'whole'
}

/** Where it was thrown, without the message, which may repeat a request. */
function framesOf({ stack = '', message }: Error): string {
  return stack.slice(stack.indexOf(message) + message.length)
}

function whyNot(match: Exclude<Match, { kind: 'operation' }>, { method, path }: MockRequest): Answer | Problem {
  switch (match.kind) {
    case 'malformed':
      return new Problem('malformed-request', 'The path is not validly percent-encoded.')
    case 'not-found':
      return new Problem('not-found', `There is nothing at ${path}.`)
    case 'method-not-allowed': {
      // `Allow` names OPTIONS, and this is what it answers (RFC 9110, 9.3.7).
      if (method === 'OPTIONS') return { status: 204, headers: { allow: match.allow.join(', ') }, body: undefined }
      const detail = `${method} is not supported here; supported are ${match.allow.join(', ')}.`
      return new Problem('method-not-allowed', detail, { allow: match.allow })
    }
  }
}
