import { once } from 'node:events'
import { createServer, request as forward, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import type { Sabotage } from '../../src/check/sabotage.ts'
import { listenOnLoopback } from '../../src/listen-on-loopback.fixture.ts'
import { acceptVerbs } from '../../src/mock/server/list-verb.ts'
import type { CheckTarget } from '../../src/verify/context/check-target.ts'
import { createWire } from '../../src/verify/context/wire.ts'
import { runConclusively } from '../../src/verify/runner/conclude.ts'
import { openMirror, openTarget } from '../../src/verify/runner/open-target.ts'
import { type Outcome, runCheck } from '../../src/verify/runner/run-check.ts'
import { selectChecks } from '../../src/verify/runner/select-checks.ts'
import { bundled } from '../../src/workspace/bundled.ts'

/** Answers a request itself (true), leaves it to the server (false), or has it answered as before the last writes (`old`). */
type Intervene = (request: IncomingMessage, response: ServerResponse) => boolean | 'old'

const isWrite = ({ method = '' }: IncomingMessage) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)

function refuses(status: number, headers = {}): (response: ServerResponse) => true {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"errors":[]}')
    return true
  }
}

/** Answers one of so many requests in this way. */
function everyOther(count: number, answer: (response: ServerResponse) => unknown): () => Intervene {
  return () => {
    let requests = 0
    return (_, response) => ++requests % count === 0 && answer(response) !== undefined
  }
}

/** Milliseconds for which reads of the lagging server miss a write, and for which checks wait. */
const [lag, settle] = [40, 120]

/** States in which a server keeps every sentence, and in which its answers may show nothing. */
const states = {
  'is sealed': () => (_, response) => refuses(503)(response),
  'shows writes late': () => {
    const written = new Map<string, number>()
    return (request) => {
      const thing = (request.url ?? '').replace(/\?.*/, '').split('/').at(-1) ?? ''
      if (isWrite(request)) written.set(thing, performance.now())
      return performance.now() - (written.get(thing) ?? Number.NEGATIVE_INFINITY) < lag && !isWrite(request) && 'old'
    }
  },
  'lets its credentials write nothing': () => (request, response) => isWrite(request) && refuses(403)(response),
  'lets its credentials do nothing': () => (_, response) => refuses(403)(response),
  'closes every fifth connection': everyOther(5, (response) => response.destroy()),
  'limits the rate': everyOther(4, refuses(429, { 'retry-after': '0' })),
  'has a member that is down': () => (request, response) =>
    /^\/[\w-]+\/m3\//.test(request.url ?? '') && Boolean(response.destroy()),
} satisfies Record<string, () => Intervene>

/** States that say something of servers of an interface. Where no credential or no 503 is documented, such an answer is a breach. */
const inEveryInterface = ['closes every fifth connection', 'limits the rate'] as const
const ofInterface = {
  secrets: ['is sealed', 'shows writes late', 'lets its credentials write nothing', 'lets its credentials do nothing'],
  orders: ['shows writes late', 'lets its credentials write nothing', 'lets its credentials do nothing'],
  'kv-cluster': ['has a member that is down'],
} as const

/** The kinds of records that checks make, by interface. */
const kinds: Record<string, readonly string[]> = { secrets: ['secrets', 'keys', 'tokens'], orders: ['orders'] }

const open: (() => unknown)[] = []
afterAll(() => Promise.all(open.map((close) => close())))

/** A server in front of the mock of an interface, without a control plane. */
async function openServer(name: string) {
  const { checkTarget, mock, close } = await openTarget(bundled.find(name))
  const mirror = await openMirror(bundled.find(name), checkTarget.target)
  const { origin } = new URL(checkTarget.target.baseUrl)
  let intervene: Intervene = () => false
  const seen = new Map<string, { answer: IncomingMessage; body: Buffer }>()
  const server: Server = createServer(async (request, response) => {
    const { url = '', headers } = request
    const method = methodOf(request)
    const intervened = intervene(request, response)
    const key = JSON.stringify([url, headers.accept, headers.authorization])
    const old = seen.get(key)
    if (intervened === 'old') return old ? pass(old.answer, old.body, response) : refuses(404)(response)
    if (intervened) return
    const forwarded = request.pipe(forward(origin + url, { method, headers, agent: false }))
    const [answer]: IncomingMessage[] = await once(forwarded, 'response')
    if (!answer) return
    const body = await buffer(answer)
    if (!isWrite(request) && answer.statusCode === 200) seen.set(key, { answer, body })
    pass(answer, body, response)
  })
  const methodOf = acceptVerbs(server, (_, connection) => connection.destroy())
  const proxied = `http://127.0.0.1:${await listenOnLoopback(server)}`
  const { control: _, ...offered } = checkTarget.target
  const target = {
    ...offered,
    baseUrl: offered.baseUrl.replace(origin, proxied),
    furtherUrls: new Map([...offered.furtherUrls].map(([key, url]) => [key, url.replace(origin, proxied)])),
  }
  const wire = createWire(target)
  open.push(close, mirror.close, wire.close, () => server.close())
  let foreign: CheckTarget = { ...checkTarget, target, wire, made: new Map() }
  const { checks } = selectChecks(foreign)
  const recordsOf = async (kind: string) => {
    const url = `${origin}/_control/sessions/default/interfaces/${name}/records/${kind}`
    const { body } = await checkTarget.wire.send({ method: 'GET', url, headers: {}, body: undefined })
    return Object.keys(JSON.parse(String(body)).records).map((key) => `${kind} ${key}`)
  }
  /** Everything of the kinds that checks make. */
  const inventory = async () => (await Promise.all((kinds[name] ?? []).map(recordsOf))).flat()
  return {
    checks,
    inventory,
    mock,
    async run(check: (typeof checks)[number]['check'], state: Intervene): Promise<Outcome> {
      if (intervene !== state) foreign = { ...checkTarget, target, wire, made: new Map() }
      intervene = state
      const healthyRun = async () => (await runCheck(mirror.checkTarget, check)).exchanges
      return runConclusively(foreign, check, { signal: new AbortController().signal, settle, healthyRun })
    },
  }
}

function pass({ statusCode = 0, headers }: IncomingMessage, body: Buffer, response: ServerResponse): void {
  response.writeHead(statusCode, headers).end(body)
}

const planted = [
  ['shows writes late', 'orders', 'ORD-035'],
  ['shows writes late', 'orders', 'ORD-014'],
  ['limits the rate', 'orders', 'ORD-073'],
  ['limits the rate', 'orders', 'ORD-066'],
  ['closes every fifth connection', 'orders', 'ORD-006'],
  ['closes every fifth connection', 'kv-cluster', 'KVC-031'],
  ['limits the rate', 'kv-cluster', 'KVC-029'],
  ['shows writes late', 'secrets', 'SEC-054'],
  ['limits the rate', 'secrets', 'SEC-054'],
  ['limits the rate', 'secrets', 'SEC-029'],
] as const

it.each(planted)('a check finds the planted fault of a server that %s: %s %s', async (state, name, id) => {
  const server = await openServer(name)
  const check = server.checks.find(({ rule }) => rule.id === id)?.check
  if (!check) throw new Error(`${id} has no check`)
  const [sabotage] = [check.sabotage].flat()
  server.mock?.sabotage('', sabotage as Sabotage)
  expect(await server.run(check, states[state]())).toMatchObject({ result: 'failed' })
})

describe.each(Object.entries(ofInterface))('a server of %s', async (name, own) => {
  const server = await openServer(name)

  it.each([...inEveryInterface, ...own])('a server that %s breaks no rule', async (state) => {
    const [failed, reported]: [string[], string[]] = [[], []]
    const before = new Set(await server.inventory())
    const intervene = states[state]()
    for (const { rule, check } of server.checks) {
      const outcome = await server.run(check, intervene)
      if (outcome.error) failed.push(`${rule.id}: ${outcome.error.message}`)
      reported.push(...(outcome.stays ?? []))
    }
    expect(failed).toEqual([])
    const left = (await server.inventory()).filter((thing) => !before.has(thing))
    // The mock has no address at which a token is revoked.
    expect(left.filter((thing) => !thing.startsWith('tokens '))).toEqual([])
    expect(reported.filter((thing) => thing.startsWith('a client token')).length).toBeGreaterThanOrEqual(left.length)
  })
})
