import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, openSync, readFileSync, writeSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs, styleText } from 'node:util'
import { root } from '../../src/workspace/root.ts'

// npm run test:repeat: runs tests many times on a loaded machine, with files in an order that changes, and names each test that fails.

const usage = `Usage: npm run test:repeat -- [--times 10] [--busy ${availableParallelism()}] [--minutes 30] [--all | files and options of vitest]
Runs \`npm test\` so many times; with --all \`vitest run\`; with files or options \`vitest run\` with these.
--busy is the number of processes that do nothing but load the machine: one for each core, and 0 for a quiet run.
--minutes is the time after which a run is ended. A run again in the same order: --sequence.seed=<seed>.`

/** What the report of Vitest in JSON has of each file. */
interface ReportedFile {
  name: string
  status: string
  message: string
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
}

const { values, positionals } = readArguments()
const folder = mkdtempSync(join(tmpdir(), 'repeat-'))
const [times, busy, minutes] = [values.times, values.busy, values.minutes].map(Number)
const failures = new Map<string, number[]>()
let red = 0
console.log(`output: ${folder}`)
for (let run = 1; run <= (times ?? 0); run++) if (!(await runOnce(run))) red++
for (const [name, runs] of failures) console.log(`failed ${runs.length} of ${times}: ${name} (runs ${runs.join(', ')})`)
console.log(styleText(red === 0 ? 'green' : 'red', `${times} runs, ${red} red`))
process.exitCode = red === 0 ? 0 : 1

function readArguments() {
  const options = {
    times: { type: 'string', default: '10' },
    busy: { type: 'string', default: String(availableParallelism()) },
    minutes: { type: 'string', default: '30' },
    all: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const
  // Other options are Vitest's.
  const { values, tokens } = parseArgs({ options, strict: false, tokens: true, allowPositionals: true })
  const given = process.argv.slice(2)
  const own = new Set(
    tokens.flatMap((token) => {
      if (token.kind !== 'option' || !Object.hasOwn(options, token.name)) return []
      return token.value === undefined || token.inlineValue ? [token.index] : [token.index, token.index + 1]
    }),
  )
  const numbers = [values.times, values.busy, values.minutes]
  if (values.help || numbers.some((one) => !/^\d+$/.test(String(one)))) {
    console.log(usage)
    process.exit(values.help ? 0 : 2)
  }
  return { values, positionals: given.filter((_, index) => !own.has(index)) }
}

async function runOnce(run: number): Promise<boolean> {
  const [report, log] = [join(folder, `${run}.json`), join(folder, `${run}.log`)]
  const seed = Date.now()
  const vitest = [
    ...['--sequence.shuffle.files', `--sequence.seed=${seed}`],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  ]
  const isPart = values.all || positionals.length > 0
  const [program, args] = isPart
    ? [process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...positionals, ...vitest]]
    : ['npm', ['test', '--', ...vitest]]
  const output = openSync(log, 'w')
  const load = Array.from({ length: busy ?? 0 }, burn)
  const started = performance.now()
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', output, output] })
  const limit = setTimeout(
    () => {
      writeSync(output, `\nended after ${minutes} minutes\n`)
      child.kill()
    },
    (minutes ?? 0) * 60_000,
  )
  const [status] = await once(child, 'exit')
  clearTimeout(limit)
  for (const one of load) one.kill('SIGKILL')
  const failed = existsSync(report) ? failuresIn(JSON.parse(readFileSync(report, 'utf8')).testResults) : []
  if (status !== 0 && failed.length === 0)
    failed.push({ name: `no test: the command ended with ${status}`, reason: log })
  for (const { name } of failed) failures.set(name, [...(failures.get(name) ?? []), run])
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`run ${run}: ${failed.length === 0 ? 'green' : 'red'} after ${seconds} s, seed ${seed}`)
  for (const { name, reason } of failed) console.log(`  ${name}: ${reason}`)
  return failed.length === 0
}

/** Failing tests, and files that cannot be loaded. */
function failuresIn(files: readonly ReportedFile[]): { name: string; reason: string }[] {
  return files.flatMap(({ name: path, status, message, assertionResults }) => {
    const file = relative(root, path)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [{ name: file, reason: firstLineOf(message) }]
    return failed.map(({ fullName, failureMessages: [first] }) => ({
      name: `${file}: ${fullName}`,
      reason: firstLineOf(first),
    }))
  })
}

const firstLineOf = (text = '') => (text.split('\n')[0] ?? '').slice(0, 200)

/** Starts a process that is busy until it is ended, its parent is gone, or the time of a run is over. */
function burn(): ChildProcess {
  const program = `
    const end = Date.now() + ${(minutes ?? 0) * 60_000}
    const parent = process.ppid
    while (process.ppid === parent && Date.now() < end);`
  return spawn(process.execPath, ['-e', program], { stdio: 'ignore' })
}
