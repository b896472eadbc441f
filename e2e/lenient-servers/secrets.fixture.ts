import {
  answersWith,
  changesAnswer,
  changesBody,
  changesQuery,
  on,
  type SabotagedRequest,
  turnsStatus,
  when,
} from '../../src/check/sabotage.ts'
import { common, type Difference, inOrder } from './differences.fixture.ts'

/** A PATCH without a patch media type is refused before the verb is checked. */
const wantsPatchType: Difference = when(
  ({ method, headers }) => method === 'PATCH' && headers['content-type'] !== 'application/json-patch+json',
  answersWith(415, { errors: ['the media type is not supported'] }),
)

/** Only the documented spelling of the scheme is accepted. */
const knowsOneSpelling: Difference = when(
  ({ headers }) => /^bearer/i.test(headers.authorization ?? '') && !headers.authorization?.startsWith('Bearer '),
  answersWith(403, { errors: ['permission denied'] }),
)

/** The root of the API has no operation and no help. */
const hasNoRoot: Difference = when(({ path }) => path === '/v1/', turnsStatus(200, 404))

/** A write that would answer 204 answers with a warning. */
const warns: Difference = on(
  ['writeSecret', 'writeSecretByPut', 'deleteVersions', 'deleteVersionsByPut'],
  changesAnswer((answer) =>
    answer.status === 204
      ? {
          status: 200,
          headers: { 'content-type': 'application/json' },
          body: { warnings: ['the store is nearly full'] },
        }
      : answer,
  ),
)

/** A secret may be an object or null. */
const takesNull: Difference = on(['writeSecret', 'writeSecretByPut'], (request, forward) =>
  forward(String(request.body) === 'null' ? { ...request, body: Buffer.from('{}') } : request),
)

/** A GET of a directory lists it, with or without `list=true`. */
const listsUnasked: Difference = when(
  ({ method, path, query }) => method === 'GET' && path.endsWith('/') && query === '',
  changesQuery((query) => query.set('list', 'true')),
)

const asksForHelp = ({ query }: SabotagedRequest) => query.includes('help=1')

/** The text of the help is empty. */
const hasNoWords: Difference = when(
  asksForHelp,
  changesBody((body: object) => ({ ...body, help: '' })),
)

/** A write with `?help=1` answers the help and writes nothing. */
const helpsWriters: Difference = on(
  'writeSecret',
  when(asksForHelp, answersWith(200, { help: 'A secret.', openapi: { openapi: '3.0.3' } })),
)

const withoutErrorsOfHelp: Difference = changesAnswer((answer) =>
  answer.status === 404 && !(answer.body as { errors?: unknown } | undefined)?.errors
    ? { ...answer, body: { errors: [] } }
    : answer,
)

export const differences: Difference = inOrder(
  common,
  withoutErrorsOfHelp,
  hasNoRoot,
  listsUnasked,
  hasNoWords,
  helpsWriters,
  wantsPatchType,
  knowsOneSpelling,
  warns,
  takesNull,
)
