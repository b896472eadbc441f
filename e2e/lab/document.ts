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

type Judgement = 'document' | 'HTTP' | 'false'

/**
 * What Schemathesis finds at the shop, kind by kind, judged by its requests and answers: whether the shop breaks its `document`, `HTTP` alone, or
 * neither. A kind that is not here is counted as not judged.
 */
const judgements: [finding: RegExp, judgement: Judgement, reason: string][] = [
  [
    /^ST103/,
    'document',
    'A body that is not JSON is answered 400, and the document has no 400. A planted 200 is of this kind too.',
  ],
  [/^ST108/, 'document', 'The planted fault: an item without its name.'],
  [/^ST201/, 'document', 'The price `false` is taken, and the document says that a price is a number.'],
  [
    /^ST203.+403/,
    'false',
    'A request without credentials is refused with 403, which the document has. Schemathesis expects 401.',
  ],
  [/^ST203.+204/, 'document', 'The planted fault: a removal is answered before anybody asks for a credential.'],
  [
    /^ST205/,
    'HTTP',
    'The document says nothing of OPTIONS. Its 405 names one of the methods in `Allow`; RFC 9110 asks for all.',
  ],
  [/^ST301/, 'document', 'The planted fault: a shelf is there after its removal.'],
  [
    /^ST302/,
    'false',
    'The 404 is documented, and is about the shelf that the new item names at random; the item itself is there.',
  ],
  [/^ST401/, 'document', 'The planted fault, as for ST203 and 204.'],
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
  // A heading of each operation, and for each of its findings one line and a sentence: `- ST103 Undocumented status code`, `Received: 400`.
  const findings = [...stdout.matchAll(/^- (ST\d+ .+\n\n.+)$/gm)].map(([, finding = '']) =>
    finding.replaceAll(/\s+/g, ' '),
  )
  return { findings, text: stdout }
}

console.log(
  '| server | tool | findings | the fault is | true | true of HTTP alone | false | not judged | seconds | left behind or changed |\n|---|---|---|---|---|---|---|---|---|---|',
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
    const judged = findings.map((finding) =>
      // What `verify` finds beside the planted fault would be false: the shop keeps its document there.
      tool === 'Schemathesis'
        ? judgements.find(([pattern]) => pattern.test(finding))?.[1]
        : isFound && sign.test(finding)
          ? 'document'
          : 'false',
    )
    const counts = (['document', 'HTTP', 'false', undefined] as const).map(
      (judgement) => judged.filter((one) => one === judgement).length,
    )
    console.log(
      `| ${title} | ${tool} | ${findings.length} | ${title === 'healthy' ? '–' : isFound ? 'found' : 'missed'} | ${counts.join(' | ')} | ${seconds} | ${touched} |`,
    )
    if (process.argv.includes('--verbose')) console.error(`${title}, ${tool}:\n${text}`)
    proxy.close()
    await shop.end()
  }
}
console.log('\n| finding | judged | because |\n|---|---|---|')
for (const [finding, judgement, reason] of judgements) {
  const breaks = { document: 'breaks the document', HTTP: 'breaks HTTP alone', false: 'false' }[judgement]
  console.log(`| ${finding.source.replace('^', '').replace('.+', ', ')} | ${breaks} | ${reason} |`)
}
