import { answersWith, changesBody, changesQuery, on } from '../../src/check/sabotage.ts'
import {
  type BrokenServer,
  common,
  type Difference,
  inOrder,
  refused,
  refusesWith,
  succeedsWith,
} from './differences.fixture.ts'

/** Client errors have their own status and body; other errors stay unchanged. */
const refusesOtherwise: Difference = refusesWith(({ status }) => ({ ...refused, status: status < 500 ? 418 : 503 }))

/** A list does not tell the page before it. */
const leadsForward: Difference = on(
  'listDocgenTemplates',
  changesBody(({ prev_marker: _, ...list }: Record<string, unknown>) => list),
)

export const differences: Difference = inOrder(common, refusesOtherwise, succeedsWith(201), leadsForward)

/** Reads a limit in its own way. */
const reads = (change: (limit: number) => number): Difference =>
  on(
    'listDocgenTemplates',
    changesQuery((query) => {
      const limit = query.get('limit') ?? ''
      if (/^\d+$/.test(limit)) query.set('limit', String(change(Number(limit))))
    }),
  )

/** Marks no file that is a template. */
const marksOnce: Difference = on('createDocgenTemplate', (request, forward) =>
  String(request.body).includes('"5001"') ? answersWith(409)(request, forward) : forward(request),
)

export const broken: readonly BrokenServer[] = [
  { what: 'marks no file that is a template', breaks: [], server: marksOnce },
  { what: 'takes a limit of more than 64 bits', breaks: [], server: reads((limit) => Math.min(limit, 1e6)) },
  {
    what: 'has a maximum of two templates',
    breaks: [],
    server: reads((limit) => (limit < 2 ** 63 ? Math.min(limit, 2) : limit)),
  },
]
