import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProcess } from '../../src/start-process.fixture.ts'
import { type Fault, startProxy } from '../documents/faulty-proxy.fixture.ts'
import { installPython, shopKey, startShop } from '../documents/shop.fixture.ts'
import { verify } from '../documents/verify.fixture.ts'

// npm run document: a server on FastAPI, healthy and with three faults, as `rulebound verify` and Schemathesis see it by its document alone.

const faults: [title: string, fault: Fault, sign: RegExp][] = [
  ['healthy', {}, /^$/],
  [
    'createShelf answers 200, not 201',
    {
      change: ({ method, path, status }) =>
        method === 'POST' && path === '/shelves' && status === 201 ? { status: 200 } : {},
    },
    /createShelf\/201|Received: 200\s+Documented: 201/,
  ],
  [
    'getItem leaves the name out',
    {
      change: ({ method, path, status, body }) =>
        method === 'GET' && /^\/items\/\d/.test(path) && status === 200
          ? { body: JSON.stringify({ ...JSON.parse(body), name: undefined }) }
          : {},
    },
    /getItem\/200|ST108/,
  ],
  [
    'deleteShelf does not delete',
    {
      instead: (method, path) =>
        method === 'DELETE' && path !== '/shelves/1' && path.startsWith('/shelves/') ? 204 : undefined,
    },
    /deleteShelf\/204|ST301/,
  ],
]

interface Seen {
  findings: string[]
  /** What tells whether the planted fault is among the findings. */
  text: string
}

const python = installPython('schemathesis==4.32.5')
if ('missing' in python) throw new Error(python.missing)
const { commands } = python

async function byVerify(document: string, origin: string): Promise<Seen> {
  const { rules } = await verify(document, origin, shopKey)
  const findings = [...(rules.failed ?? []), ...(rules.differs ?? [])]
  return { findings, text: findings.join('\n') }
}

async function bySchemathesis(document: string, origin: string): Promise<Seen> {
  const { stdout } = await startProcess(
    [
      ...[
        join(commands, 'schemathesis'),
        'run',
        document,
        '--url',
        origin,
        '--header',
        `Authorization: Bearer ${shopKey}`,
      ],
      ...['--checks', 'all', '--max-examples', '20', '--seed', '1', '--continue-on-failure', '--no-color'],
    ],
    { cwd: tmpdir() },
  ).ended
  // A heading of each operation, and one line for each of its findings: `- ST103 Undocumented status code`.
  const findings = [...stdout.matchAll(/^- (ST\d+ .+)$/gm)].map(([, finding = '']) => finding)
  return { findings, text: stdout }
}

console.log(
  '| server | tool | findings | of the fault | others | seconds | left behind or changed |\n|---|---|---|---|---|---|---|',
)
for (const [title, fault, sign] of faults) {
  for (const [tool, run] of Object.entries({ 'rulebound verify': byVerify, Schemathesis: bySchemathesis })) {
    const shop = await startShop(commands)
    const proxy = await startProxy(shop.origin)
    proxy.fault = fault
    const before = await shop.inventory()
    const started = Date.now()
    const { findings, text } = await run(shop.document, proxy.origin)
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    const after = await shop.inventory()
    const touched =
      after.filter((thing) => !before.includes(thing)).length + before.filter((thing) => !after.includes(thing)).length
    const isFound = title !== 'healthy' && sign.test(text)
    const own = isFound ? 1 : 0
    console.log(
      `| ${title} | ${tool} | ${findings.length} | ${title === 'healthy' ? '–' : isFound ? 'found' : 'missed'} | ${findings.length - own} | ${seconds} | ${touched} |`,
    )
    if (process.argv.includes('--verbose'))
      console.error(`${title}, ${tool}:\n${findings.map((one) => `  ${one}`).join('\n')}`)
    proxy.close()
    await shop.end()
  }
}
