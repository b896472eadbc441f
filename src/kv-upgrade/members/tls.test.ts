import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeCertificates, whyNoCertificates } from './certificates.fixture.ts'
import { readMember } from './read-member.ts'

const missing = whyNoCertificates()

describe.skipIf(missing)(`over TLS${missing ? `: ${missing}` : ''}`, () => {
  it('shows a client certificate, and trusts the authority that it is given only', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kv-upgrade-'))
    const { ca, cert, key } = makeCertificates(folder)
    const server = createServer({ ca, cert, key, requestCert: true, rejectUnauthorized: true }, (request, response) => {
      const bodies: Record<string, string> = {
        '/version': '{"kvserver":"3.5.21","kvcluster":"3.5.0"}',
        '/metrics': 'kv_server_is_leader 0\n',
        '/health': '{"health":"true"}',
      }
      response.end(bodies[request.url ?? ''])
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
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
      rmSync(folder, { recursive: true })
    }
  }, 30_000)
})
