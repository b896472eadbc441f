import { answersWith, changesAnswer, changesBody, on, seesHeaders, when } from '../../src/check/sabotage.ts'
import {
  type BrokenServer,
  common,
  type Difference,
  inOrder,
  refused,
  refusesWith,
  succeedsWith,
} from './differences.fixture.ts'

/** The results have another name; the reference shows no payload. */
const wrapsOtherwise: Difference = changesBody(({ data }: { data?: unknown }) => ({ results: data }))

/** An unknown id is answered with an empty result. */
const findsNothing: Difference = changesAnswer((answer, { operation }) =>
  answer.status === 404 && operation !== undefined
    ? { status: 200, headers: { 'content-type': 'application/json' }, body: {} }
    : answer,
)

export const differences: Difference = inOrder(
  common,
  refusesWith(() => refused),
  findsNothing,
  wrapsOtherwise,
  succeedsWith(201),
)

const mayAll: Difference = seesHeaders({ authorization: 'Bearer work-management.example-full' })

/** Gives all rights to tokens of a scope. */
const includesAll = (scope: RegExp): Difference =>
  when(({ headers }) => scope.test(headers.authorization ?? ''), mayAll)

const refusesOne: Difference = on('listWorkflows', (request, forward) =>
  /-wsReadOnly$/.test(request.headers.authorization ?? '') ? answersWith(403)(request, forward) : forward(request),
)

export const broken: readonly BrokenServer[] = [
  { what: 'refuses one scope of a row, of which another is enough', breaks: ['WRK-013'], server: refusesOne },
  { what: 'has scopes that include others', breaks: [], server: includesAll(/-ws|-Default/) },
  { what: 'has a scope that includes those of users', breaks: [], server: includesAll(/-amReadWriteWorkflow/) },
  { what: 'serves a token of any scope', breaks: ['WRK-009'], server: includesAll(/example-/) },
]
