import type { IHttpResponse } from '@stoplight/prism-http'
import type { Answer, InterfaceDefinition } from '../../behaviour/definition.ts'
import { Refusal } from '../../behaviour/refusal.ts'
import { chain, type MaybePromise } from '../maybe-promise.ts'
import type { PrismRequest } from '../request/prism-request.ts'
import { constant } from '../serialize.ts'
import { callBehaviour } from './call-behaviour.ts'
import type { WholePrism } from './instance.ts'
import { type OperationPlan, plans } from './operation-plan.ts'
import { plainExample } from './plain-example.ts'
import { named, toResponse } from './to-answer.ts'

/** What Prism makes of a request: an answer that keeps the contract, or why there is none. */
export type AskPrism = (request: PrismRequest) => MaybePromise<Answer | Refusal>

/** Prism with an interface's behaviours in it. `onBreach` hears how an answer breaks the contract, its status first. */
export function createPrism(
  definition: InterfaceDefinition,
  onBreach: (request: PrismRequest, reason: string) => void,
): AskPrism {
  const planOf = plans()
  let loaded: Promise<WholePrism> | undefined

  return (request) => {
    const plan = planOf(request.operation)
    // What is not surely right goes the whole way, so that Prism alone says what is wrong with it.
    if (!plan.acceptsRequest(request)) return askWhole(request)
    return chain(answer(request, undefined), (made) => {
      if (!made) return showExample(request, plan)
      const answered = { status: made.status, headers: named(made.headers), body: made.body }
      return plan.acceptsResponse(answered) ? answered : judge(request, answered)
    })
  }

  async function judge(request: PrismRequest, answered: Answer): Promise<Answer | Refusal> {
    return withheld(request, (await whole()).judge(request, toResponse(answered))) ?? answered
  }

  /** Prism negotiates once for each `Accept`; what it finds is validated each time, like any other answer. */
  function showExample(request: PrismRequest, plan: OperationPlan): MaybePromise<Answer | Refusal> {
    const known = plan.examples.get(request.headers.accept)
    return known && plan.acceptsResponse(known) ? known : findExample(request, plan)
  }

  async function findExample(
    request: PrismRequest,
    { examples, acceptsResponse }: OperationPlan,
  ): Promise<Answer | Refusal> {
    const { accept } = request.headers
    const plain = plainExample(request.operation.http, accept)
    const answered = plain && acceptsResponse(plain) ? plain : await askWhole(request)
    // Prism calls the callbacks of an operation itself.
    if (answered instanceof Refusal || request.operation.http.callbacks) return answered
    if (examples.size >= maxExamples) examples.clear()
    examples.set(accept, { ...answered, headers: Object.freeze(answered.headers), body: constant(answered.body) })
    return answered
  }

  async function askWhole(request: PrismRequest): Promise<Answer | Refusal> {
    const { answer, breach } = await (await whole()).ask(request)
    return withheld(request, breach) ?? answer
  }

  /** Prism itself is most of what there is to load, and most requests need none of it: it comes with the first one that does. */
  function whole(): Promise<WholePrism> {
    loaded ??= import('./instance.ts').then(({ createWholePrism }) => createWholePrism(answerPrism))
    return loaded
  }

  function withheld(request: PrismRequest, breach: string | undefined): Refusal | undefined {
    if (breach === undefined) return undefined
    onBreach(request, breach)
    return new Refusal('internal', `The mock's own answer breaks the contract: ${breach}`)
  }

  async function answerPrism(request: PrismRequest, invalid: Refusal | undefined): Promise<IHttpResponse | undefined> {
    const answered = await answer(request, invalid)
    return answered && toResponse(answered)
  }

  function answer(request: PrismRequest, invalid: Refusal | undefined): MaybePromise<Answer | undefined> {
    return chain(request.refusal ?? invalid ?? callBehaviour(request, definition), (answered) => {
      if (!(answered instanceof Refusal)) return answered
      request.onRefusal(answered)
      return definition.renderRefusal(answered.of(request.operation.id))
    })
  }
}

/** Examples kept at most: callers write the `Accept` headers. */
const maxExamples = 100
