import { createServer } from 'node:https'
import { describe, expect, it } from 'vitest'
import { listenOnLoopback } from '../../listen-on-loopback.fixture.ts'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { makeCertificates, whyNoCertificates } from './certificates.fixture.ts'
import { readMember } from './read-member.ts'

const missing = whyNoCertificates()

describe.skipIf(missing)(`over TLS${missing ? `: ${missing}` : ''}`, () => {
  it('shows a client certificate, and trusts the authority that it is given only', async () => {
    const folder = temporaryFolder()
    const { ca, cert, key } = makeCertificates(folder)
    const server = createServer({ ca, cert, key, requestCert: true, rejectUnauthorized: true }, (request, response) => {
      const bodies: Record<string, string> = {
        '/version': '{"kvserver":"3.5.21","kvcluster":"3.5.0"}',
        '/metrics': 'kv_server_is_leader 0\n',
        '/health': '{"health":"true"}',
      }
      response.end(bodies[request.url ?? ''])
    })
    const port = await listenOnLoopback(server)
    const read = (scheme: string, tls: { ca?: string; cert?: string; key?: string }) =>
      readMember(`${scheme}://127.0.0.1:${port}`, { timeout: 5000, tls })
    try {
      expect(await read('https', { ca, cert, key })).toMatchObject({
        server: '3.5.21',
        leads: false,
        problems: [],
      })
      const [untrusted] = (await read('https', { cert, key })).problems
      expect(untrusted?.detail).toBe('its certificate is not trusted; give its authority: --cacert')
      expect(await read('https', { ca })).toMatchObject({ answers: false, problems: { length: 2 } })
      expect((await read('http', {})).server).toBeUndefined()
    } finally {
      server.close()
      server.closeAllConnections()
    }
  }, 30_000)
})
