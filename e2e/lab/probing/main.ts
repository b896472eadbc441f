import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPublisher } from '../../../src/verify/probing/publisher.fixture.ts'
import { document } from '../../../src/verify/probing/publisher-document.fixture.ts'
import { type Fault, first, others } from '../../../src/verify/probing/publisher-faults.fixture.ts'

// Finds planted faults of a small API, each alone: `npm run probing -- [--seeds 3] [fault…]`. Ends with 1 when fewer are found than promised.

const folder = mkdtempSync(join(tmpdir(), 'probing-'))
const file = join(folder, 'publisher.json')
writeFileSync(file, JSON.stringify(document))
const command = new URL('../../../src/cli/rulebound.ts', import.meta.url).pathname
const env = { ...process.env, TOKEN_OF_ADA: 'token-of-ada', TOKEN_OF_BEN: 'token-of-ben' }

interface Found {
  code: number
  entries: string[]
  requests: number
  seconds: number
}

async function verify(fault: Fault | undefined, seed: number): Promise<Found> {
  const server = startPublisher(fault)
  let requests = 0
  server.on('request', () => requests++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const report = join(folder, 'report.json')
  const started = performance.now()
  const credentials = ['--credential', 'full=env:TOKEN_OF_ADA', '--credential', 'other=env:TOKEN_OF_BEN']
  const undo = ['--undo-file', join(folder, `undo-${performance.now()}.jsonl`)]
  const flags = [
    '--base-url',
    url,
    '--allow',
    'lasting',
    '--seed',
    String(seed),
    '--report',
    `json=${report}`,
    '--quiet',
    '--settle',
    '0.3',
  ]
  const child = spawn(process.execPath, [command, 'verify', file, ...flags, ...credentials, ...undo], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise<number>((resolve) => child.on('exit', (status) => resolve(status ?? -1)))
  server.closeAllConnections()
  server.close()
  const { results } = JSON.parse(readFileSync(report, 'utf8')) as {
    results: {
      rule: { id: string }
      result: string
      reason?: string
      failure?: { message: string; seen?: string }
      differences?: { message: string }[]
    }[]
  }
  const entries = results.flatMap(({ rule, result, reason, failure, differences = [] }) =>
    fault === undefined && result === 'inconclusive' && !/no request is known/.test(reason ?? '')
      ? [`inconclusive ${rule.id}: ${reason}`]
      : result === 'failed'
        ? [`${rule.id}: ${failure?.message} [${failure?.seen}]`]
        : result === 'differs'
          ? differences.map(({ message }) => `differs ${rule.id}: ${message}`)
          : [],
  )
  return { code, entries, requests, seconds: (performance.now() - started) / 1000 }
}

const words = process.argv.slice(2)
const seeds = words[0] === '--seeds' ? Number(words[1]) : 1
const chosen = words[0] === '--seeds' ? words.slice(2) : words
const isChosen = (fault: string) => chosen.length === 0 || chosen.includes(fault)
for (let seed = 1; seed <= seeds && isChosen('healthy'); seed++) {
  const { code, entries, requests, seconds } = await verify(undefined, seed)
  console.log(
    `healthy, seed ${seed}: exit ${code}, ${requests} requests, ${seconds.toFixed(1)} s, ${entries.length} entries`,
  )
  for (const entry of entries) console.log(`  ${entry.slice(0, 300)}`)
}
for (const [name, faults] of Object.entries({ first, others })) {
  let found = 0
  for (const fault of faults.filter(isChosen)) {
    const runs: Found[] = []
    for (let seed = 1; seed <= seeds; seed++) runs.push(await verify(fault, seed))
    const isFound = runs.every(
      ({ code, entries }) =>
        code === 1 || (fault === '405 without Allow' && entries.some((one) => one.includes('Allow'))),
    )
    if (isFound) found++
    const [run] = runs
    console.log(
      `${isFound ? 'found ' : 'MISSED'} ${fault}: ${run?.entries.length} entries, ${run?.requests} requests, ${run?.seconds.toFixed(1)} s`,
    )
    for (const entry of run?.entries.slice(0, chosen.length > 0 ? 40 : 2) ?? [])
      console.log(`         ${entry.slice(0, 220)}`)
  }
  console.log(`${name}: ${found} of ${faults.filter(isChosen).length}`)
}
rmSync(folder, { recursive: true })
