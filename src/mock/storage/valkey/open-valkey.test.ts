import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeCertificates, whyNoCertificates } from '../../../kv-upgrade/members/certificates.fixture.ts'
import { missingEngine, startEngine } from './engine.fixture.ts'
import { order } from './order-calls.fixture.ts'
import { startRelay } from './relay.fixture.ts'
import { startReplica } from './replicas.fixture.ts'

/** A command that cannot start prints one line. */
const ended = (line: string) => new RegExp(`^the process ended with 2: ${line}\\n$`)

async function startOne(...start: Parameters<typeof startReplica>) {
  const replica = await startReplica(...start)
  onTestFinished(() => replica.end())
  return replica
}

describe.skipIf(missingEngine)(`a mock that opens its engine ${missingEngine ?? ''}`, () => {
  it('takes the user and the password from the environment, and shows them nowhere', async () => {
    const guarded = await startEngine(
      '--user',
      'mock',
      'on',
      '>s3cr3t-word',
      '~rulebound:*',
      '+@all',
      '--user',
      'default',
      'off',
    )
    onTestFinished(guarded.stop)
    await expect(startReplica(guarded.url, ['orders'])).rejects.toThrow(
      /refuses the user or the password; set RULEBOUND_STATE_USER/,
    )
    const wrong = { RULEBOUND_STATE_USER: 'mock', RULEBOUND_STATE_PASSWORD: 'another-word' }
    await expect(startReplica(guarded.url, ['orders'], wrong)).rejects.toThrow(
      /^(?!.*another-word).*refuses the user or the password/s,
    )
    const environment = { RULEBOUND_STATE_USER: 'mock', RULEBOUND_STATE_PASSWORD: 's3cr3t-word' }
    const replica = await startOne(guarded.url, ['orders'], environment)
    expect((await order(replica.origin, 'guarded')).status).toBe(200)
    guarded.ask('--user', 'mock', '--pass', 's3cr3t-word', 'acl', 'setuser', 'mock', '-hget')
    const refused = await order(replica.origin, 'guarded')
    expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('lacks a right')])
    expect(replica.process.spawnargs.join(' ') + replica.printed()).not.toContain('s3cr3t')
  })

  it.skipIf(whyNoCertificates())(`uses TLS, with certificates of both sides ${whyNoCertificates() ?? ''}`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'engine-tls-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const { ca, cert, key } = Object.fromEntries(
      Object.entries(makeCertificates(folder)).map(([name, pem]) => {
        const file = join(folder, `${name}.used`)
        writeFileSync(file, pem)
        return [name, file]
      }),
    ) as Record<'ca' | 'cert' | 'key', string>
    const files = ['--tls-cert-file', cert, '--tls-key-file', key, '--tls-ca-cert-file', ca]
    const engine = await startEngine('--port', '0', '--tls-port', '{port}', '--tls-auth-clients', 'yes', ...files)
    onTestFinished(engine.stop)
    const url = `rediss://127.0.0.1:${engine.port}`
    const own = ['--state-ca', ca, '--state-cert', cert, '--state-key', key]
    const replica = await startOne(url, ['orders', ...own])
    expect((await order(replica.origin, 'hidden')).status).toBe(200)
    const reached = (why: string) => ended(`${url}: the state engine cannot be reached \\(.*${why}.*\\)`)
    await expect(startReplica(url, ['orders', ...own.slice(2)])).rejects.toThrow(reached('certificate'))
    await expect(startReplica(url, ['orders', ...own.slice(0, 2)])).rejects.toThrow(reached('certificate required'))
    const missing = ended(`${folder}/none: there is no such file or folder; .*`)
    await expect(startReplica(url, ['orders', '--state-ca', `${folder}/none`])).rejects.toThrow(missing)
  })

  it('waits for an engine that starts later, as long as it is told to', async () => {
    const engine = await startEngine()
    onTestFinished(engine.stop)
    await engine.kill()
    await expect(startReplica(engine.url, ['orders', '--wait', '1'])).rejects.toThrow(
      ended(`${engine.url}: the state engine cannot be reached \\(.*ECONNREFUSED.*\\)`),
    )
    const relay = await startRelay(engine.port)
    onTestFinished(() => relay.close())
    const waiting = startOne(`valkey://127.0.0.1:${relay.port}`, ['orders', '--wait', '60'])
    await relay.refused()
    await engine.restart()
    expect((await order((await waiting).origin, 'late')).status).toBe(200)
  })

  it('says what to install when there is no client library', async () => {
    // Hides the package, which `npm install rulebound` does not install.
    const hooks = `import{registerHooks}from'node:module'
registerHooks({resolve(name,about,next){if(name==='iovalkey')throw Object.assign(new Error(name),{code:'ERR_MODULE_NOT_FOUND'});return next(name,about)}})`
    const environment = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hooks)}` }
    await expect(startReplica('valkey://127.0.0.1:1', ['orders'], environment)).rejects.toThrow(
      ended('sessions on Valkey or Redis need the package iovalkey; install it: npm install iovalkey'),
    )
  })

  it('refuses records of another layout, and engines that cannot be used as told, and leaves them alone', async () => {
    const engine = await startEngine()
    onTestFinished(engine.stop)
    engine.ask('set', 'rulebound:layout', '99')
    await expect(startReplica(engine.url, ['orders'])).rejects.toThrow(
      ended(
        'the records under rulebound:layout have layout 99, this mock has layout 3; use another prefix: --state-prefix',
      ),
    )
    expect([engine.ask('dbsize'), engine.ask('get', 'rulebound:layout')]).toEqual(['1', '99'])
    await expect(startReplica(`${engine.url}/99`, ['orders'])).rejects.toThrow(
      ended(`${engine.url}/99: ERR DB index is out of range`),
    )
    await expect(startReplica(`${engine.url},127.0.0.1:1`, ['orders'])).rejects.toThrow(
      ended(`${engine.url},127.0.0.1:1: several hosts must be nodes of a cluster, and these are not; give one`),
    )
    const replica = await startOne(engine.url, ['orders', '--state-prefix', 'next:'])
    expect((await order(replica.origin, 'apart')).status).toBe(200)
  })
})
