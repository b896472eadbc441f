import { readFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { bundled } from '../../workspace/bundled.ts'
import { rootUrl } from '../../workspace/root.ts'
import { loadSiteData } from '../data/site-data.ts'
import { createSearch, type Search, type SearchData } from './find.ts'
import { createSearchData } from './records.ts'

/** What a reader types, and the path that one of the first three results must have. An expression stands for several equally good ones. */
const table: [typed: string, expected: string | RegExp][] = [
  // Questions of readers.
  ['how do i mock time', /#time$|\/setClock\/$/],
  ['limit 100 ids', 'work-management/rules/#WRK-026'],
  ['invoice number filter', 'orders/operations/listOrders/#query/invoiceNumber'],
  ['multipart upload file as template', 'document-templates/operations/createDocgenTemplate/'],
  ['LIST method', /^(guides\/)?secrets\//],
  ['fake clock', /#time$|\/setClock\/$/],
  ['expired token', 'guides/oauth-token/#let-the-token-expire'],
  ['upgrade from 3.5', /^guides\/kv-(upgrade|cluster)\//],
  ['docker', /^#start\/image$|^guides\/install\/#the-image$/],
  ['rate limit 429', 'guides/document-templates/#too-many-requests'],
  ['list secrets', /\/listDirectory\/$|#write-list-and-delete-a-secret$/],
  // IDs, names, paths and status codes.
  ['ORD-12', 'orders/rules/#ORD-012'],
  ['ord 60', 'orders/rules/#ORD-060'],
  ['SEC-G1', 'secrets/rules/#SEC-G01'],
  ['ORD-', 'orders/rules/#ORD-001'],
  ['updateOrder', 'orders/operations/updateOrder/'],
  ['update order', 'orders/operations/updateOrder/'],
  ['/orders/{token}', 'orders/operations/getOrder/'],
  ['GET /orders', 'orders/operations/listOrders/'],
  ['put /orders/{token}', 'orders/operations/updateOrder/'],
  ['/v1/sys/health', 'secrets/operations/readHealth/'],
  ['OrderStatus', 'orders/schemas/#schema/OrderStatus'],
  ['X-Svc-Namespace', /#header\/X-Svc-Namespace$/],
  ['secrets', 'secrets/'],
  ['orders', 'orders/'],
  // The mock.
  ['move the clock', 'mock-control/operations/advanceClock/'],
  ['reset a session', 'mock-control/operations/resetSession/'],
  ['inject a fault', 'mock-control/operations/createFault/'],
  ['read the journal', 'mock-control/operations/getJournal/'],
  ['seed records', 'mock-control/operations/seedSession/'],
  ['parallel tests', 'guides/testing/#a-session-for-each-test'],
  ['quick start', /^#start\//],
  // Tasks.
  ['create a template', 'document-templates/operations/createDocgenTemplate/'],
  ['capture an order', 'guides/orders/#capture-a-card-payment'],
  ['tracking number', 'orders/operations/updateOrder/'],
  ['delete a user from an app', 'app-distribution/operations/removeAppUser/'],
  ['list servers', 'cluster-agent/operations/listServers/'],
  ['join cluster', 'cluster-agent/operations/joinCluster/'],
  ['force leave', 'cluster-agent/operations/forceLeaveMember/'],
  ['pprof profile', /^guides\/cluster-agent\/#profiles$|getPprofProfile/],
  ['stream logs', 'cluster-agent/operations/streamLogs/'],
  ['scheduler config', /SchedulerConfig\/$/],
  ['cluster version', 'kv-cluster/operations/getVersion/'],
  ['removed flags', /^guides\/kv-upgrade\/|^kv-cluster\//],
  ['rollback', /#past-the-point-of-no-return$|#KVC-025$/],
  ['destroy a version', 'secrets/operations/destroyVersions/'],
  ['undelete', 'secrets/operations/undeleteVersions/'],
  ['login', 'secrets/operations/login/'],
  ['sealed', /^guides\/secrets\/#initialize-unseal-maintain$|#SEC-045$/],
  ['namespace header', /^(guides\/)?secrets\//],
  ['retry', /^guides\/clients\//],
  // Tools.
  ['express', 'guides/request-params/express/#request-parameters-with-express'],
  ['fastify', 'guides/request-params/fastify/#request-parameters-with-fastify'],
  ['hasParam', /request-params/],
  ['validate a HAR file', /^guides\/(validate|command-line)\//],
  ['github action', 'guides/verify/#in-ci'],
  ['verify a server', 'guides/verify/#verify-your-server-in-ci'],
  ['proxy', /^guides\/.*proxy$|a-proxy-in-front-of-a-server$/],
  ['vitest', 'guides/testing/#vitest'],
  ['jest', 'guides/testing/#jest'],
  ['msw', /^guides\/testing\//],
  ['python client', 'guides/other-languages/#clients-in-other-languages'],
  ['benchmark', 'guides/performance/#performance'],
  // Fields, headers and error codes.
  ['totalItems', 'orders/schemas/#schema/OrderList'],
  ['next_marker', 'document-templates/schemas/#schema/TemplateList'],
  ['expires_in', 'oauth-token/schemas/#schema/TokenResponse'],
  ['maxNbrDownload', 'orders/schemas/#schema/DigitalGood'],
  ['X-Svc-Token header', 'secrets/#security/ClientToken'],
  ['acl token', 'cluster-agent/#security/ClusterToken'],
  ['basic auth password', 'orders/#security/ApiKey'],
  ['X-Mock-Reason', 'guides/control-plane/#why-the-mock-answered-so'],
  ['405 method not allowed', /^(guides\/)?secrets\//],
  ['501 not initialized', /^guides\/secrets\/#initialize-unseal-maintain$|#SEC-044$/],
  // The words.
  ['what is a rule', 'guides/words/#rule'],
  ['what is a gap', 'guides/words/#gap'],
  ['what is an assumption', 'guides/words/#assumption'],
  ['what is a sabotage', 'guides/words/#sabotage'],
  ['difference between gap and assumption', /^guides\/words\//],
  ['why was my request refused', /why-the-mock-answered-so/],
  // Tasks in their own words.
  ['store a secret', /\/write(Secret|Version)\/$/],
  ['login username password', /^secrets\/(operations\/login|#task\/trade-a-user-name)/],
  ['kick a dead node', 'cluster-agent/operations/forceLeaveMember/'],
  ['remove a dead server', /forceLeaveMember|a-failed-member-leaves|let-a-failed-server-go/],
  ['who am i', 'app-distribution/operations/getUser/'],
  ['change display name', 'app-distribution/operations/updateUser/'],
  ['simulate a slow response', 'mock-control/operations/createFault/'],
  ['downgrade 3.6 to 3.5', /^guides\/kv-(upgrade|cluster)\/#(past-the-point-of-no-return|go-back)/],
  // Misspelled, and in other spellings.
  ['templete upload', 'document-templates/operations/createDocgenTemplate/'],
  ['wokflow', /^work-management\/operations\//],
  ['unautorized', /401|token/],
  ['Passwort', /^secrets\/(operations\/login|#task\/trade-a-user-name)/],
  ['Bestellung', /^orders\/operations\//],
  ['canceled order', /^orders\/(rules\/#ORD-058|schemas\/#schema\/OrderStatus)$/],
  ['fulfillment', 'orders/'],
  ['wrong passwrod', /login|log-in/],
  ['shceduler config', /SchedulerConfig/],
]

/** Queries, and the addresses of which one must be among the first three results. */
const read = (file: string): [typed: string, expected: readonly string[]][] =>
  Object.entries(parse(readFileSync(new URL(file, import.meta.url), 'utf8')))
const queries = read('queries.yaml')
const questions = read('questions.yaml')
/** What people ask of tools such as this one. */
const ofTools = read('tool-queries.yaml')
const ofPeople = read('more-queries.yaml')

let data: SearchData
let search: Search

beforeAll(async () => {
  data = createSearchData(await loadSiteData({ workspace: bundled }))
  search = createSearch(data)
})

const pathsFor = (typed: string) => search(typed).map(({ entry }) => entry.path)

function isAnswered(typed: string, expected: readonly string[]): boolean {
  const found = pathsFor(typed)
  if (expected.length === 0) return found.length === 0
  return found.slice(0, 3).some((path) => expected.includes(path) || expected.includes(path.replace(/#.*/, '')))
}

describe('the search', () => {
  it('finds the right entry among the first three, in 95 of 100 queries', () => {
    const wrong = table.flatMap(([typed, expected]) => {
      const found = pathsFor(typed).slice(0, 3)
      const isRight = found.some((path) => (typeof expected === 'string' ? path === expected : expected.test(path)))
      return isRight ? [] : [`${typed}: ${found}`]
    })
    expect(table.length).toBeGreaterThanOrEqual(60)
    expect(wrong.length / table.length, wrong.join('\n')).toBeLessThanOrEqual(0.05)
  })

  it('the queries expect only addresses that exist', () => {
    const addresses = new Set(data.entries.flatMap(({ path }) => [path, path.replace(/#.*/, '')]))
    const asked = [...queries, ...questions, ...ofTools, ...ofPeople]
    expect(asked.flatMap(([, expected]) => expected).filter((path) => !addresses.has(path))).toEqual([])
    const answering = data.entries.flatMap(({ path, asked }) => (asked ? [path] : []))
    const known: object = parse(readFileSync(new URL('docs/search-questions.yaml', rootUrl), 'utf8'))
    expect(Object.keys(known).filter((path) => !answering.includes(path))).toEqual([])
    expect(new Set(asked.map(([typed]) => typed)).size).toBe(asked.length)
    expect(asked.length).toBeGreaterThanOrEqual(590)
  })

  it.each([
    ['about tools', ofTools, 0.98],
    ['about the systems', [...questions, ...queries], 0.95],
    ['in words of people', ofPeople, 0.95],
  ])('finds an expected address among the first three for queries %s', (_, asked, least) => {
    const found = asked.filter(([typed, expected]) => isAnswered(typed, expected)).length
    expect(found / asked.length, `${found} of ${asked.length}`).toBeGreaterThanOrEqual(least)
  })

  it('lists operations before rules, and rules before gaps, for a status code', () => {
    const order = ['operation', 'rule', 'gap']
    const kinds = search('429')
      .map(({ entry }) => entry)
      .filter(({ keys }) => keys?.includes('429'))
      .map(({ kind }) => order.indexOf(kind))
    expect(new Set(kinds)).toEqual(new Set([0, 1, 2]))
    expect(kinds).toEqual(kinds.toSorted())
  })

  it.each([
    ['freeze clock qwxzqwxz', 'mock-control/operations/setClock/'],
    ['invlaid marker', /^(guides\/)?document-templates\//],
    ['shceduler confgi', /SchedulerConfig/],
  ])('a wrong word does not take away what the others find: %s', (typed, expected) => {
    expect(pathsFor(typed)[0]).toMatch(expected)
  })

  it.each(['', '  ', 'qqqqzzzz', 'the', 'how do i', 'of a'])('finds nothing for "%s"', (typed) => {
    expect(pathsFor(typed)).toEqual([])
  })

  it('the search has at most 150 KB on the wire', () => {
    expect(brotliCompressSync(JSON.stringify(data)).length).toBeLessThan(150_000)
  })
})
