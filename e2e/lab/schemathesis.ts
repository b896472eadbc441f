import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { controlName, type RunningMock, startMock } from '../../src/mock/start-mock.ts'
import { startProcess } from '../../src/start-process.fixture.ts'
import { listInterfaces } from '../../src/workspace/entries.ts'
import { loadRuntime } from '../../src/workspace/interfaces.ts'
import { root } from '../../src/workspace/root.ts'

// npm run schemathesis [-- <interface>…]: every check in every phase over one interface after the other.

const version = '4.32.5'
/** Has an operation that takes seconds of its clock, and a stream that ends only with its reader. */
const recording = 'cluster-agent'
/** Required by the control plane. */
const controlToken = 'schemathesis'
const cache = join(root, '.cache/schemathesis')
const wanted = process.argv.slice(2)

mkdirSync(cache, { recursive: true })
const install = `python3 -m venv python && python/bin/pip install --quiet schemathesis==${version}`
if (spawnSync('sh', ['-c', install], { cwd: cache, stdio: 'inherit' }).status !== 0) process.exit(2)
console.log('| interface | test cases | findings |\n|---|---|---|')
for (const { name } of listInterfaces()) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  // A mock for each interface, because the tests change its records and reset sessions of the control plane.
  const mock = await startMock({ controlToken })
  const hurry = name === recording ? setInterval(() => void advanceClock(mock).catch(() => {}), 100) : undefined
  console.log(await test(name, mock))
  clearInterval(hurry)
  await mock.close()
}

async function advanceClock({ origin }: RunningMock): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${controlToken}` }
  const address = `${origin}/_control/sessions/default/clock/advance`
  await fetch(address, { method: 'POST', headers, body: '{"seconds":60}' })
}

async function test(name: string, mock: RunningMock): Promise<string> {
  const { prefix, mounts } = loadRuntime(name)
  const headers = Object.entries({ Accept: 'application/json', ...(await credentialsOf(name, mock)) })
  const { stdout } = await startProcess([
    ...[join(cache, 'python/bin/schemathesis'), 'run', join(root, `generated/${name}/openapi.yaml`)],
    ...[
      '--url',
      `${mock.origin}/${prefix}${mounts[0] ?? ''}`,
      '--checks',
      'all',
      '--max-examples',
      '20',
      '--seed',
      '1',
    ],
    ...['--continue-on-failure', '--request-timeout', '10', '--suppress-health-check', 'all', '--no-color'],
    ...(name === recording ? ['--exclude-operation-id', 'streamLogs'] : []),
    ...headers.flatMap(([header, value]) => ['--header', `${header}: ${value}`]),
  ]).ended
  // The summary at the end: `❌ ST202 Schema-valid request rejected: 2`, `481 generated, …`.
  const cases = /^\s*(\d+) generated/m.exec(stdout)?.[1]
  const findings = [...stdout.matchAll(/^\s*❌ (ST\d+ .+)$/gm)].map(([, finding]) => finding)
  if (cases === undefined || findings.length > 0) console.error(stdout)
  return `| ${name} | ${cases ?? 'none'} | ${findings.join('; ') || 'none'} |`
}

async function credentialsOf(name: string, mock: RunningMock): Promise<Record<string, string>> {
  if (name === controlName) return { Authorization: `Bearer ${controlToken}` }
  const { credentials = [] } = mock.interfaces.find((one) => one.name === name) ?? {}
  const full = credentials.find(({ role }) => role === 'full') ?? credentials[0]
  if (!full?.form) return full?.headers ?? {}
  const address = `${mock.origin}/oauth-token/realms/merchants/protocol/openid-connect/token`
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(full.form) })
  const { access_token } = (await response.json()) as { access_token: string }
  return { Authorization: `Bearer ${access_token}` }
}
