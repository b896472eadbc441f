import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../../src/cli/run-command.ts'
import { controlName, type RunningMock, startMock } from '../../src/mock/start-mock.ts'
import { startProcess } from '../../src/start-process.fixture.ts'
import { bundled } from '../../src/workspace/bundled.ts'
import { listEntries } from '../../src/workspace/entries.ts'
import { root } from '../../src/workspace/root.ts'
import { selectNamed } from '../../src/workspace/select-named.ts'
import { type Fault, startProxy } from '../documents/faulty-proxy.fixture.ts'
import { installPython, shopFaults, shopKey, startShop } from '../documents/shop.fixture.ts'
import { verify } from '../documents/verify.fixture.ts'

// npm run schemathesis [-- <interface>…]: every check in every phase over one interface of a mock after the other.
// npm run document: a shop on FastAPI, healthy and with three faults, as `rulebound verify` and Schemathesis see it by its document alone.

/** Has an operation that takes seconds of its clock, and a stream that ends only with its reader. */
const recording = 'cluster-agent'
/** Required by the control plane. */
const controlToken = 'schemathesis'

const python = installPython('schemathesis==4.32.5')
if ('missing' in python) throw new Error(python.missing)
const { commands } = python
const wanted = process.argv.slice(2)

async function schemathesis(document: string, url: string, headers: object, ...options: string[]): Promise<string> {
  const command = [
    ...[join(commands, 'schemathesis'), 'run', document, '--url', url, '--checks', 'all', '--max-examples', '20'],
    ...['--seed', '1', '--continue-on-failure', '--no-color', ...options],
    ...Object.entries(headers).flatMap(([header, value]) => ['--header', `${header}: ${value}`]),
  ]
  // It keeps what it has learnt in a folder of its working directory.
  const { stdout } = await startProcess(command, { cwd: tmpdir() }).ended
  return stdout
}

async function tryInterfaces(): Promise<void> {
  const chosen = selectNamed(wanted, listEntries(root))
  console.log('| interface | test cases | findings |\n|---|---|---|')
  for (const { name } of chosen) {
    // A mock for each interface, because the tests change its records and reset sessions of the control plane.
    const mock = await startMock({ controlToken })
    const hurry = name === recording ? setInterval(() => void advanceClock(mock).catch(() => {}), 100) : undefined
    console.log(await tryInterface(name, mock))
    clearInterval(hurry)
    await mock.close()
  }
}

async function advanceClock({ origin }: RunningMock): Promise<void> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${controlToken}` }
  const address = `${origin}/_control/sessions/default/clock/advance`
  await fetch(address, { method: 'POST', headers, body: '{"seconds":60}' })
}

async function tryInterface(name: string, mock: RunningMock): Promise<string> {
  const { prefix, mounts } = bundled.find(name).contract
  const output = await schemathesis(
    join(root, `generated/${name}/openapi.yaml`),
    `${mock.origin}/${prefix}${mounts[0] ?? ''}`,
    { Accept: 'application/json', ...(await credentialsOf(name, mock)) },
    ...['--request-timeout', '10', '--suppress-health-check', 'all'],
    ...(name === recording ? ['--exclude-operation-id', 'streamLogs'] : []),
  )
  // The summary at the end: `❌ ST202 Schema-valid request rejected: 2`, `481 generated, …`.
  const cases = /^\s*(\d+) generated/m.exec(output)?.[1]
  const findings = [...output.matchAll(/^\s*❌ (ST\d+ .+)$/gm)].map(([, finding]) => finding)
  if (cases === undefined || findings.length > 0) console.error(output)
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

async function compareOnShop(): Promise<void> {
  const servers: [title: string, fault: Fault, sign?: RegExp][] = [
    ['healthy', {}],
    ['createShelf answers 200, not 201', shopFaults.status, /createShelf\/201|Received: 200 Documented: 201/],
    ['getItem leaves the name out', shopFaults.member, /getItem\/200|ST108/],
    ['deleteShelf does not delete', shopFaults.removal, /deleteShelf\/204|ST301/],
  ]
  console.log(
    '| server | tool | findings | the fault is | true | true of HTTP alone | false | not judged | seconds | left behind or changed |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|')
  for (const [title, fault, sign] of servers) {
    for (const [tool, run] of Object.entries({ 'rulebound verify': byVerify, Schemathesis: bySchemathesis })) {
      const shop = await startShop(commands)
      const proxy = await startProxy(shop.origin)
      proxy.fault = fault
      const before = await shop.inventory()
      const started = Date.now()
      const findings = await run(shop.document, proxy.origin)
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      const things = [...before, ...(await shop.inventory())]
      const left = things.filter((thing) => things.indexOf(thing) === things.lastIndexOf(thing)).length
      const isFound = findings.some((finding) => sign?.test(finding))
      const judged = Map.groupBy(findings, (finding) => judge(finding, sign))
      const counts = judgements.map((judgement) => judged.get(judgement)?.length ?? 0)
      const cells = [title, tool, findings.length, sign ? (isFound ? 'found' : 'missed') : '–', ...counts]
      console.log(`| ${[...cells, seconds, left].join(' | ')} |`)
      for (const finding of judged.get('not judged') ?? []) console.error(finding)
      proxy.close()
      await shop.end()
    }
  }
}

async function byVerify(document: string, origin: string): Promise<string[]> {
  const { rules } = await verify(document, origin, shopKey)
  return [...(rules.failed ?? []), ...(rules.differs ?? [])]
}

async function bySchemathesis(document: string, origin: string): Promise<string[]> {
  const output = await schemathesis(document, origin, { Authorization: `Bearer ${shopKey}` })
  // Below the heading of each operation, for each of its findings: `- ST103 Undocumented status code`, an empty line, `Received: 400`, …
  return [...output.matchAll(/^- (ST\d+ .+\n\n.+(?:\n.+)?)$/gm)].map(([, finding = '']) =>
    finding.replaceAll(/\s+/g, ' '),
  )
}

/** What a finding is: the shop breaks its document, or HTTP alone, or neither. */
const judgements = ['document', 'HTTP', 'false', 'not judged'] as const

function judge(finding: string, sign?: RegExp): (typeof judgements)[number] {
  // The framework takes `false` for a number and answers 400, and the document has neither: `createItem/422`.
  if (!finding.startsWith('ST')) return sign?.test(finding) || finding.endsWith('/422') ? 'document' : 'false'
  if (/^ST(103|108|201|203.+204|301|401)/.test(finding)) return 'document'
  if (finding.startsWith('ST205')) return 'HTTP'
  return /^ST(203.+403|302)/.test(finding) ? 'false' : 'not judged'
}

if (wanted[0] === '--shop') await compareOnShop()
else await runCommand(tryInterfaces)
