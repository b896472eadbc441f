import type { Answer } from '../../../behaviour/definition.ts'
import { answersWith, changesBody, type Sabotage, type SabotagedRequest, when } from '../../../check/sabotage.ts'
import { openRecorded, type Recorded } from '../../../verify/runner/recorded.fixture.ts'

const run = await openRecorded('secrets')

const isPatch = ({ method }: SabotagedRequest) => method === 'PATCH'
const asksForHelp = ({ query }: SabotagedRequest) => new URLSearchParams(query).get('help') === '1'
const hasNoMediaType = ({ headers }: SabotagedRequest) => !headers['content-type']?.includes('merge-patch')

const noMediaType = answersWith(415, { errors: ['a PATCH needs the media type of a merge patch, seen ""'] })
const mayNotPatch = answersWith(403, { errors: ['the token has no right to patch'] })

/** Accepts a PATCH of an existing secret in a store of kv version 2. */
const patchesVersions: Sabotage = async (request, forward) => {
  if (!isPatch(request) || !request.path.startsWith('/v1/kv/data/')) return forward(request)
  const { status } = await forward({ ...request, method: 'GET', body: null })
  return status === 200 ? json(200, { data: { version: 3 } }) : json(404, { errors: [] })
}

/** Ignores the token under another spelling of the scheme. */
const knowsBearerAlone = when(
  ({ headers: { authorization = '' } }) => /^bearer /i.test(authorization) && !authorization.startsWith('Bearer '),
  answersWith(403, { errors: ['permission denied'] }),
)

/** Gives no help at the root of the API. */
const hasNoRoot = when(
  (request) => request.path === '/v1/' && asksForHelp(request),
  answersWith(404, { errors: ['no handler for route ""'] }),
)

/** Names the paths of help from another start than the queried path. */
const namesPathsFrom = (start: (path: string) => string): Sabotage =>
  when(asksForHelp, changesBody, (body: { openapi: { paths: object } }, { path: queried }: SabotagedRequest) => {
    const base = start(queried.replace(/\/$/, ''))
    const paths = Object.entries(body.openapi.paths).map(([path, item]) => [
      path === '/' ? base || '/' : `${base}${path}`,
      item,
    ])
    return { ...body, openapi: { ...body.openapi, paths: Object.fromEntries(paths) } }
  })
const fromMount = namesPathsFrom((path) => path.replace(/^\/v1\/[^/]*/, ''))
const fromRoot = namesPathsFrom((path) => path)

function json(status: number, body: object): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body }
}

/** Answers of real servers for which a check once failed. */
const recorded: Recorded[] = [
  [
    'SEC-100',
    'a PATCH that is refused without a media type',
    when(isPatch, when(hasNoMediaType, noMediaType)),
    ['passed'],
  ],
  ['SEC-100', 'a PATCH that is refused with any media type', when(isPatch, noMediaType), ['differs']],
  ['SEC-100', 'a token without the right to PATCH', when(isPatch, mayNotPatch), ['differs']],
  ['SEC-100', 'a store that takes a PATCH', patchesVersions, ['differs']],
  ['SEC-072', 'a server that knows one spelling of Bearer', knowsBearerAlone, ['passed']],
  ['SEC-060', 'a server that has no help at /v1/', hasNoRoot, ['differs']],
  [
    'SEC-032',
    'paths relative to the queried one, as SEC-033 has them',
    (request, forward) => forward(request),
    ['passed'],
  ],
  ['SEC-032', 'paths relative to the mount', fromMount, ['passed']],
  ['SEC-032', 'whole paths', fromRoot, ['passed']],
]

run(recorded)
// The check sends another spelling only here.
run([['SEC-072', 'a server that knows one spelling of Bearer', knowsBearerAlone, ['differs']]], { control: true })
