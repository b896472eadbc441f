import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { bundled } from '../../../src/workspace/bundled.ts'
import { root } from '../../../src/workspace/root.ts'

interface Part {
  name: string
  mutate: string[]
  checkedInterfaces: string[]
  /** Whether the mock's own tests run too: no rule mentions sockets, or the fast path round Prism. */
  hasTests: boolean
}

/** Files that no request to a mock in memory reaches, which have other tests: a storage elsewhere, and Prism's log. */
const unreached = [
  ...['storage/valkey/*', 'session/shared-*', 'storage/sqlite-log', 'storage/state-file'],
  'prism/silent-logger',
]
/** The client and the checks are not part of the mock; the first records, recorded profiles and the diagram are data. */
const notMock = [
  ...['checks', 'checks/**/*', 'client', 'client-*', 'client/**/*'],
  ...['seed', 'past-orders', 'profiles/recorded', 'state-machine'],
]
const tests = ['**/*.test', '**/*.test-d', '**/*.fixture', '**/*.d']
const without = (folder: string, names: string[]) => [...names, ...tests].map((name) => `!${folder}/${name}.ts`)

/** The mock's own interface has no checks: tests show its rules. */
const names = bundled.interfaces.flatMap(({ name }) => (name === 'mock-control' ? [] : name))
const parts: Part[] = [
  ...names.map((name) => {
    const folder = `src/interfaces/${name}`
    const mutate = [`${folder}/**/*.ts`, ...without(folder, notMock)]
    return { name, mutate, checkedInterfaces: [name], hasTests: false }
  }),
  {
    name: 'mock',
    mutate: [
      ...['src/mock/**/*.ts', 'src/redaction/mask-request.ts', 'src/contract/media-type.ts'],
      ...without('src/mock', unreached),
    ],
    checkedInterfaces: names,
    hasTests: true,
  },
]

/** The parts with these names, or single folders, files or lines of them; all parts if no name is given; undefined for an unknown name. */
function choose(words: string[]): (Part | undefined)[] {
  if (words.length === 0) return parts
  return words.map((word) => {
    const owner = parts.find(
      ({ name, mutate }) =>
        mutate.includes(word) || word.startsWith(name === 'mock' ? 'src/mock/' : `src/interfaces/${name}/`),
    )
    if (!owner) return parts.find(({ name }) => name === word)
    const left = owner.mutate.filter((pattern) => pattern.startsWith('!'))
    // Also some lines of a file, as `file.ts:10-80`.
    return { ...owner, name: word, mutate: /\.ts(:\d+-\d+)?$/.test(word) ? [word] : [`${word}/**/*.ts`, ...left] }
  })
}

const partNames: string = parts.map(({ name }) => name).join(', ')

// npm run mutation [-- [--quick] <interface or mock, or folder, file or lines (file.ts:10-80) of one>…]: changes the mock in thousands of
// small ways, one at a time, and runs the checks against each. Mutants of the mock's own code also meet the mock's unit tests. With --quick
// they meet only the unit tests beside them: that takes half a second for a mutant in place of up to nine, and kills fewer of them.
// With --sample=8 only each eighth mutant is run, the same ones each time as long as their code and its place stay.

/** In percent: of each part, and of all interfaces by their checks alone. */
const [minScore, minScoreOfChecks] = [90, 93]
const report = join(root, 'dist/mutation.json')
/** Where Stryker copies the sources to. */
const copies = join(root, 'dist/.stryker')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean' }, sample: { type: 'string', default: '1' } },
})

/** The fields of Stryker's report (mutation-testing-report-schema) that are read here. */
interface Mutant {
  mutatorName: string
  replacement?: string
  status: string
  location: { start: { line: number; column: number } }
}
type Report = { files: Record<string, { mutants: Mutant[] }> }

const ofChecks: Mutant[] = []
for (const part of choose(positionals)) {
  const { files } = part ? await mutate(part) : { files: {} }
  const mutants = Object.values(files).flatMap(({ mutants }) => mutants)
  if (!part || mutants.length === 0) {
    const reason = part ? `${part.name} has nothing to change` : 'unknown part'
    console.error(`${reason}; known are ${partNames}, and folders, files and lines (file.ts:10-80) of each`)
    process.exit(2)
  }
  if (print(part.name, mutants) < minScore) process.exitCode = 1
  for (const [file, { mutants }] of Object.entries(files)) {
    if (mutants.some(hasSurvived)) print(`  ${file}`, mutants)
    for (const { location, mutatorName, replacement = '' } of mutants.filter(hasSurvived))
      console.log(`    ${location.start.line}:${location.start.column} ${mutatorName} → ${shorten(replacement)}`)
  }
  if (!part.hasTests) ofChecks.push(...mutants)
}
if (ofChecks.length > 0 && print('interfaces', ofChecks) < minScoreOfChecks) process.exitCode = 1

/** Prints how many mutants were killed, and returns the share in percent. Those that do not compile or are not in the sample do not count. */
function print(what: string, mutants: readonly Mutant[]): number {
  const killed = mutants.filter(({ status }) => status === 'Killed' || status === 'Timeout').length
  const unreached = mutants.filter(({ status }) => status === 'NoCoverage').length
  const survived = mutants.filter(hasSurvived).length - unreached
  // Those that no test reaches are never run, so all of them are in the report of a sample.
  const valid = killed + survived + Math.round(unreached / Number(values.sample))
  const score = valid === 0 ? 100 : (100 * killed) / valid
  console.log(`${what}: ${score.toFixed(1)} % of ${valid} mutants were killed`)
  return score
}

function hasSurvived({ status }: Mutant): boolean {
  return status === 'Survived' || status === 'NoCoverage'
}

function shorten(code: string): string {
  return code.replace(/\s+/g, ' ').slice(0, 60)
}

async function mutate({ mutate, checkedInterfaces, hasTests }: Part): Promise<Report> {
  rmSync(report, { force: true })
  const stryker = join(root, 'e2e/node_modules/@stryker-mutator/core/bin/stryker.js')
  const runner = !hasTests ? 'checks' : values.quick ? 'vitest' : 'checks-then-tests'
  const beside = mutate.filter((pattern) => !pattern.startsWith('!')).map((pattern) => `${dirname(pattern)}/*.test.ts`)
  const options = ['e2e/lab/mutation/stryker.config.json', '--testRunner', runner, '--mutate', mutate.join(',')]
  const unitTests = values.quick ? { UNIT_TESTS: beside.join(' ') } : {}
  // In a separate process group: after a signal, Stryker leaves some of its processes behind, and its copy of the sources.
  const child = spawn(process.execPath, [stryker, 'run', ...options], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CHECKED_INTERFACES: checkedInterfaces.join(' '), SAMPLE: values.sample, ...unitTests },
  })
  const onSignal = (_: NodeJS.Signals, number: number) => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    rmSync(copies, { recursive: true, force: true, maxRetries: 10 })
    process.exit(128 + number)
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, onSignal)
  await once(child, 'exit')
  for (const signal of signals) process.off(signal, onSignal)
  if (existsSync(report)) return JSON.parse(readFileSync(report, 'utf8'))
  console.error(`${mutate.join(', ').slice(0, 200)}: Stryker ended without a report`)
  process.exit(2)
}
