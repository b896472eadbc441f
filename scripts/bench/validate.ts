import { once } from 'node:events'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand, UserError } from '../../src/cli/user-error.ts'
import { root } from '../specs/interfaces.ts'
import { temporaryFolder } from './documents/documents.ts'
import { type Summary, summarise } from './measures/statistics.ts'
import { endEverythingAtExit, startChild } from './processes/children.ts'
import { cpuSeconds, residentMegabytes } from './processes/process-usage.ts'
import { recordedServer, writeRecording } from './recorded-responses.ts'

// Validates the responses of one HAR with several programs, each in a process of its own. Usage: validate.ts [--responses 10000] [--rounds 5]

/** The least that `rulebound validate` is to check in a second. */
const minRate = 5000

interface Contestant {
  name: string
  command: (file: string) => readonly string[]
}

const ours = 'rulebound validate'

const contestants: readonly Contestant[] = [
  { name: ours, command: (file) => [process.execPath, join(root, 'src/cli/rulebound.ts'), 'validate', file] },
  {
    name: "Prism's `validateOutput`, fed by our reader and router",
    command: (file) => [process.execPath, join(root, 'scripts/bench/validate-with-prism.ts'), file],
  },
  {
    name: '`redocly drift`, `schema-consistency` alone',
    command: (file) => [
      join(root, 'node_modules/.bin/redocly'),
      ...['drift', file, '--traffic-format', 'har', '--format', 'json', '--rules', 'schema-consistency'],
      ...['--api', join(root, 'generated/orders/openapi.yaml'), '--server', recordedServer],
    ],
  },
]

interface Sample {
  seconds: number
  cpu: number
  megabytes: number
}

await runCommand(async () => {
  const { values } = parseArgs({
    options: { responses: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '5' } },
  })
  const [responses, rounds] = [Number(values.responses), Number(values.rounds)]
  if (!(responses >= 1 && rounds >= 1)) throw new UserError('--responses and --rounds are numbers from 1.')
  endEverythingAtExit()
  const file = join(temporaryFolder(), 'recording.har')
  const bytes = await writeRecording(file, responses)

  const samples = contestants.map((): Sample[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, { name, command }] of contestants.entries()) {
      console.error(`round ${round + 1} of ${rounds}: ${name}`)
      samples[index]?.push(await run(name, command(file)))
    }
  }
  const rows = contestants.map(({ name }, index) => toRow(name, samples[index] ?? [], responses))
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(
    join(root, 'dist/bench-validate.json'),
    `${JSON.stringify({ node: process.version, responses, rounds, bytes, rows }, null, 1)}\n`,
  )
  const size = Math.round(statSync(file).size / 1e6)
  console.log(
    `Node ${process.version}; a HAR of ${responses} lists of 20 orders, ${bytes} bytes each, ${size} MB; whole processes; medians of ${rounds} rounds.\n`,
  )
  console.log(printTable(rows))
  const own = rows.find(({ name }) => name === ours)
  // On a machine that is busy otherwise, what a process gets done in its own time still tells what it can do.
  const rate = own ? Math.max(own.perSecond.median, responses / own.cpuSeconds.median) : 0
  if (rate < minRate) {
    console.error(`\n${ours} checked fewer than ${minRate} responses a second.`)
    process.exitCode = 1
  }
})

/** @throws {UserError} when the program finds fault with the recording, which is faultless */
async function run(name: string, command: readonly string[]): Promise<Sample> {
  const started = performance.now()
  const child = startChild(command, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
  })
  const usage = { cpu: 0, megabytes: 0 }
  const look = setInterval(() => {
    usage.cpu = cpuSeconds(child.pid ?? 0) ?? usage.cpu
    usage.megabytes = Math.max(usage.megabytes, residentMegabytes(child.pid ?? 0) ?? 0)
  }, 20)
  const [code] = await once(child, 'exit')
  clearInterval(look)
  if (code !== 0) throw new UserError(`${name} ended with ${code}`)
  return { seconds: (performance.now() - started) / 1000, ...usage }
}

interface Row {
  name: string
  perSecond: Summary
  cpuSeconds: Summary
  megabytes: Summary
}

function toRow(name: string, samples: readonly Sample[], responses: number): Row {
  return {
    name,
    perSecond: summarise(samples.map(({ seconds }) => responses / seconds)),
    cpuSeconds: summarise(samples.map(({ cpu }) => cpu)),
    megabytes: summarise(samples.map(({ megabytes }) => megabytes)),
  }
}

function printTable(rows: readonly Row[]): string {
  const cells = rows.map(({ name, perSecond, cpuSeconds: cpu, megabytes }) => [
    name,
    Math.round(perSecond.median).toLocaleString('en'),
    cpu.median.toFixed(1),
    megabytes.median.toFixed(0),
  ])
  return [['', 'Responses/s', 'CPU s', 'MB at most'], ['---', '--:', '--:', '--:'], ...cells]
    .map((line) => `| ${line.join(' | ')} |`)
    .join('\n')
}
