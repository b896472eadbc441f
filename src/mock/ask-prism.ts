import type { IHttpResponse } from '@stoplight/prism-http'
import { Problem } from '../interfaces/problem.ts'
import type { Answer, InterfaceSlice } from '../interfaces/slice.ts'
import { callBehaviour } from './call-behaviour.ts'
import type { PrismRequest } from './exchange.ts'
import { type OperationPlan, plans } from './operation-plan.ts'
import { plainExample } from './plain-example.ts'
import { constant } from './serialize.ts'
import { toAnswer } from './to-answer.ts'
import type { WholePrism } from './whole-prism.ts'

/** What Prism makes of a request: an answer that keeps the contract, or why there is none. */
export type AskPrism = (request: PrismRequest) => Promise<Answer | Problem>

/** Prism with an interface's behaviours in it. `onBreach` hears how an answer breaks the contract, its status first. */
export function createPrism(
  slice: InterfaceSlice,
  onBreach: (request: PrismRequest, reason: string) => void,
): AskPrism {
  const planOf = plans()
  let loaded: Promise<WholePrism> | undefined

  return async (request) => {
    const plan = planOf(request.operation)
    // What is not surely right goes the whole way, so that Prism alone says what is wrong with it.
    if (!plan.lets(request)) return askWhole(request)
    const response = await answer(request, undefined)
    if (!response) return showExample(request, plan)
    const answered = toAnswer(response)
    if (plan.keeps(answered)) return answered
    return withheld(request, (await whole()).judge(request, response)) ?? answered
  }

  /** Prism negotiates once for each `Accept`; what it finds is validated each time, like any other answer. */
  async function showExample(request: PrismRequest, { examples, keeps }: OperationPlan): Promise<Answer | Problem> {
    const { accept } = request.headers
    const known = examples.get(accept)
    if (known && keeps(known)) return { ...known, headers: { ...known.headers } }
    const plain = plainExample(request.operation.http, accept)
    const answered = plain && keeps(plain) ? plain : await askWhole(request)
    // Prism calls the callbacks of an operation itself.
    if (answered instanceof Problem || request.operation.http.callbacks) return answered
    if (examples.size >= mostExamples) examples.clear()
    examples.set(accept, { ...answered, body: constant(answered.body) })
    return answered
  }

  async function askWhole(request: PrismRequest): Promise<Answer | Problem> {
    const { answer, breach } = await (await whole()).ask(request)
    return withheld(request, breach) ?? answer
  }

  /** Prism itself is most of what there is to load, and most requests need none of it: it comes with the first one that does. */
  function whole(): Promise<WholePrism> {
    loaded ??= import('./whole-prism.ts').then(({ createWholePrism }) => createWholePrism(answer))
    return loaded
  }

  function withheld(request: PrismRequest, breach: string | undefined): Problem | undefined {
    if (breach === undefined) return undefined
    onBreach(request, breach)
    return new Problem('internal', `The mock's own answer breaks the contract: ${breach}`)
  }

  async function answer(request: PrismRequest, invalid: Problem | undefined): Promise<IHttpResponse | undefined> {
    const answered = request.refusal ?? invalid ?? (await callBehaviour(request, slice))
    if (!answered) return undefined
    if (!(answered instanceof Problem)) {
      return { statusCode: answered.status, headers: answered.headers, body: answered.body }
    }
    request.onRefusal(answered)
    const { status, headers, body } = slice.renderProblem(answered.of(request.operation.id))
    return { statusCode: status, headers, body }
  }
}

/** Examples kept at most: callers write the `Accept` headers. */
const mostExamples = 100
