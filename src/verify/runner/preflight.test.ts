import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { loadContract } from '../../contract/contract.ts'
import { loadChecks } from '../../interfaces/load.ts'
import { listenOnLoopback } from '../../listen-on-loopback.fixture.ts'
import { lampTarget } from '../context/lamps.fixture.ts'
import { createWire, type Wire } from '../context/wire.ts'
import { assertUsable } from './preflight.ts'

const open: { server: Server; wire: Wire }[] = []
afterEach(() => {
  for (const { server, wire } of open.splice(0)) {
    wire.close()
    server.closeAllConnections()
    server.close()
  }
})

async function preflightOf(listener: RequestListener, scheme = 'http') {
  const server = createServer(listener)
  return assertUsableAt(`${scheme}://127.0.0.1:${await listenOnLoopback(server)}/api`, server)
}

async function assertUsableAt(baseUrl: string, server = createServer(), name = 'orders') {
  const target = lampTarget(baseUrl, { allows: 'nothing', timeout: 300 })
  const wire = createWire(target)
  open.push({ server, wire })
  return assertUsable({ contract: loadContract(name), checks: await loadChecks(name), target, wire })
}

// A secrets server was refused: it redirects `/` to its web page, and answers 403 to a read without a token.
it.each(['secrets', 'cluster-agent', 'kv-cluster', 'document-templates'])(
  'a server of %s that redirects / and refuses callers without credentials can be checked',
  async (name) => {
    const asked: string[] = []
    const server = createServer(({ method, url = '' }, response) => {
      asked.push(`${method} ${url}`)
      if (url === '/') response.writeHead(307, { location: '/ui/' }).end()
      else response.writeHead(401, { 'content-type': 'application/json' }).end('{"errors":[]}')
    })
    await assertUsableAt(`http://127.0.0.1:${await listenOnLoopback(server)}`, server, name)
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatch(/^GET \/./)
  },
)

it.each([200, 401, 404, 500])('an API that answers %i can be checked', async (status) => {
  const answers = preflightOf((_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
  })
  await expect(answers).resolves.toBeUndefined()
})

it('reports a redirect, with its target', async () => {
  const answers = preflightOf((_, response) => {
    response.writeHead(302, { location: 'https://login.example/start?return=1' }).end()
  })
  await expect(answers).rejects.toThrow(/orders: .* redirects to https:\/\/login\.example\/start \(status 302\)/)
})

it('reports a web page in place of an answer', async () => {
  const answers = preflightOf((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<!doctype html>')
  })
  await expect(answers).rejects.toThrow(/answers with an HTML page \(status 200\)/)
})

it('reports an address where no server listens', async () => {
  const server = createServer()
  const port = await listenOnLoopback(server)
  await new Promise((resolve) => server.close(resolve))
  await expect(assertUsableAt(`http://127.0.0.1:${port}/api`)).rejects.toThrow(/nothing listens there.*ECONNREFUSED/)
})

it('reports an unknown host', async () => {
  await expect(assertUsableAt('http://no-such-host.invalid/api')).rejects.toThrow(/no such host|could not be looked up/)
})

it('reports a server that never answers', async () => {
  await expect(preflightOf(() => {})).rejects.toThrow(/gave no answer to GET: no answer within 300 ms/)
})

it('reports a server without TLS at an https address', async () => {
  await expect(preflightOf((_, response) => void response.end(), 'https')).rejects.toThrow(
    /does not speak TLS there; is it http\?/,
  )
})
