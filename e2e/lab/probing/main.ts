import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadChecks } from '../../../src/interfaces/load.ts'
import { depot, depotFaults, startDepot } from '../../../src/verify/probing/depot.fixture.ts'
import { startPublisher } from '../../../src/verify/probing/publisher.fixture.ts'
import { document as publisher } from '../../../src/verify/probing/publisher-document.fixture.ts'
import { first, others } from '../../../src/verify/probing/publisher-faults.fixture.ts'
import { runChecks } from '../../../src/verify/runner/run.ts'
import { targetFromFlags } from '../../../src/verify/target/target-from-flags.ts'
import { openWorkspace } from '../../../src/workspace/open-workspace.ts'
import type { Workspace } from '../../../src/workspace/workspace.ts'

// Finds planted faults of a small API, each alone: `npm run probing -- [--seeds 3] [fault…]`. Ends with 1 when fewer are found than promised.

const folder = mkdtempSync(join(tmpdir(), 'probing-'))
const env = { TOKEN_OF_ADA: 'token-of-ada', TOKEN_OF_BEN: 'token-of-ben' }

interface Api {
  workspace: Workspace
  start: (fault: never) => Server
}

interface Found {
  isFailed: boolean
  entries: string[]
  requests: number
  seconds: number
}

async function open(name: string, document: object, start: (fault: never) => Server): Promise<Api> {
  const file = join(folder, `${name}.json`)
  writeFileSync(file, JSON.stringify(document))
  return { workspace: await openWorkspace({ words: [file], from: folder }), start }
}

async function verify({ workspace, start }: Api, fault: string | undefined, seed: number): Promise<Found> {
  const server = start(fault as never)
  let requests = 0
  server.on('request', () => requests++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [one] = workspace.interfaces
  if (!one) throw new Error('the document makes one interface')
  const secret = (variable: keyof typeof env) => ({ variable, value: env[variable] })
  const given = { full: secret('TOKEN_OF_ADA'), other: secret('TOKEN_OF_BEN') }
  const flags = { baseUrl, allows: 'lasting', resources: {}, timeout: 10_000, given } as const
  const target = { ...targetFromFlags(one.contract, await loadChecks(one), flags, env), settle: 300 }
  const started = performance.now()
  const { results } = await runChecks({
    workspace,
    targets: new Map([[one.name, target]]),
    probes: () => ({ seed, maxRequests: 20_000 }),
  })
  server.closeAllConnections()
  server.close()
  const entries = results.flatMap(({ rule, result, reason, failure, differences = [] }) =>
    fault === undefined && result === 'inconclusive'
      ? [`inconclusive ${rule.id}: ${reason}`]
      : result === 'failed'
        ? [`${rule.id}: ${failure?.message} [${failure?.seen}]`]
        : result === 'differs'
          ? differences.map(({ message }) => `differs ${rule.id}: ${message}`)
          : [],
  )
  const isFailed = results.some(({ result }) => result === 'failed')
  return { isFailed, entries, requests, seconds: (performance.now() - started) / 1000 }
}

const words = process.argv.slice(2)
const seeds = words[0] === '--seeds' ? Number(words[1]) : 1
const chosen = words[0] === '--seeds' ? words.slice(2) : words
const isChosen = (fault: string, list = fault) => chosen.length === 0 || chosen.includes(fault) || chosen.includes(list)
const apis = {
  publisher: await open('publisher', publisher, startPublisher),
  depot: await open('depot', depot, startDepot),
}
const promised = { first: 27, others: 30, depot: 47 }

for (const [name, api] of Object.entries(apis))
  for (let seed = 1; seed <= seeds && isChosen('healthy'); seed++) {
    const { entries, requests, seconds } = await verify(api, undefined, seed)
    console.log(
      `${name}, healthy, seed ${seed}: ${requests} requests, ${seconds.toFixed(1)} s, ${entries.length} entries`,
    )
    for (const entry of entries) console.log(`  ${entry.slice(0, 300)}`)
    if (entries.some((entry) => !entry.startsWith('inconclusive'))) process.exitCode = 1
  }
for (const [list, api, faults] of [
  ['first', apis.publisher, first],
  ['others', apis.publisher, others],
  ['depot', apis.depot, depotFaults],
] as const) {
  let found = 0
  for (const fault of faults.filter((fault) => isChosen(fault, list))) {
    const runs: Found[] = []
    for (let seed = 1; seed <= seeds; seed++) runs.push(await verify(api, fault, seed))
    const isFound = runs.every(
      ({ isFailed, entries }) =>
        isFailed || (fault === '405 without Allow' && entries.some((one) => one.includes('Allow'))),
    )
    if (isFound) found++
    const [run] = runs
    console.log(
      `${isFound ? 'found ' : 'MISSED'} ${fault}: ${run?.entries.length} entries, ${run?.requests} requests, ${run?.seconds.toFixed(1)} s`,
    )
    for (const entry of run?.entries.slice(0, chosen.length > 0 ? 40 : 2) ?? [])
      console.log(`         ${entry.slice(0, 220)}`)
  }
  console.log(`${list}: ${found} of ${faults.filter((fault) => isChosen(fault, list)).length}`)
  if (chosen.length === 0 && found < promised[list]) process.exitCode = 1
}
rmSync(folder, { recursive: true })
