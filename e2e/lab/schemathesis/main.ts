import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { controlName, type RunningMock, startMock } from '../../../src/mock/start-mock.ts'
import { listInterfaces } from '../../../src/workspace/entries.ts'
import { loadRuntime } from '../../../src/workspace/interfaces.ts'
import { root } from '../../../src/workspace/root.ts'
import { runCommandLine } from '../codegen/command.ts'

// npm run schemathesis [-- <interface>…]

const version = '4.32.5'
const examples = 20
/** Has an operation that takes seconds of its clock, and a stream that ends only with its reader. */
const recording = 'cluster-agent'
/** Required by the control plane. */
const controlToken = 'schemathesis'
const cache = join(root, '.cache/schemathesis')
const asked = process.argv.slice(2)

mkdirSync(cache, { recursive: true })
for (const [command, ...args] of [
  ['python3', '-m', 'venv', 'python'],
  [join(cache, 'python/bin/pip'), 'install', '--quiet', `schemathesis==${version}`],
]) {
  const failure = await runCommandLine({ command: command ?? '', args, cwd: cache })
  if (failure) throw new Error(failure)
}
console.log('| interface | test cases | findings |\n|---|---|---|')
for (const { name } of listInterfaces()) {
  if (asked.length > 0 && !asked.includes(name)) continue
  // A mock for each interface, because the tests change its records and reset sessions of the control plane.
  const mock = await startMock({ controlToken })
  const hurry = name === recording ? setInterval(() => void advanceClock(mock).catch(() => {}), 100) : undefined
  try {
    console.log(await test(name, mock))
  } finally {
    clearInterval(hurry)
    await mock.close()
  }
}

async function advanceClock({ origin }: RunningMock): Promise<void> {
  await fetch(`${origin}/_control/sessions/default/clock/advance`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${controlToken}` },
    body: '{"seconds":60}',
  })
}

/** Runs every check in every phase over one interface, and returns its row of the table. */
async function test(name: string, mock: RunningMock): Promise<string> {
  const { prefix, mounts } = loadRuntime(name)
  const report = join(cache, `${name}.txt`)
  rmSync(report, { force: true })
  const headers = Object.entries({ Accept: 'application/json', ...(await credentialsOf(name, mock)) })
  const args = [
    ...['run', join(root, `generated/${name}/openapi.yaml`), '--url', `${mock.origin}/${prefix}${mounts[0] ?? ''}`],
    ...['--checks', 'all', '--max-examples', String(examples), '--seed', '1', '--continue-on-failure'],
    ...['--request-timeout', '10', '--suppress-health-check', 'all', '--no-color'],
    ...(name === recording ? ['--exclude-operation-id', 'streamLogs'] : []),
    ...headers.flatMap(([header, value]) => ['--header', `${header}: ${value}`]),
  ]
  const shell = `"$0" "$@" > "${report}" 2>&1 || true`
  await runCommandLine({
    command: 'sh',
    args: ['-c', shell, join(cache, 'python/bin/schemathesis'), ...args],
    cwd: cache,
  })
  return rowOf(name, readFileSync(report, 'utf8'))
}

async function credentialsOf(name: string, mock: RunningMock): Promise<Record<string, string>> {
  if (name === controlName) return { Authorization: `Bearer ${controlToken}` }
  const served = mock.interfaces.find((one) => one.name === name)
  const full = served?.credentials.find(({ role }) => role === 'full') ?? served?.credentials[0]
  if (!full?.form) return full?.headers ?? {}
  const response = await fetch(`${mock.origin}/oauth-token/realms/merchants/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams(full.form),
  })
  const { access_token } = (await response.json()) as { access_token: string }
  return { Authorization: `Bearer ${access_token}` }
}

/** The summary at the end of a report: `❌ ST202 Schema-valid request rejected: 2`, `481 generated, …`. */
function rowOf(name: string, report: string): string {
  const cases = /^\s*(\d+) generated/m.exec(report)?.[1] ?? 'none: see the report'
  const findings = [...report.matchAll(/^\s*❌ (ST\d+ .+)$/gm)].map(([, finding]) => finding)
  return `| ${name} | ${cases} | ${findings.join('; ') || 'none'} |`
}
