import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDocument } from '../../../src/contract/published/published-interface.ts'
import { cpuSeconds, residentMegabytes } from '../../bench/processes.ts'
import { findByPaths, walk } from './collections.ts'
import { listDocuments, sampleBySeed } from './documents.ts'
import { type Caller, createCaller } from './probe.ts'

// node e2e/lab/published/main.ts [--count 200] [--seed 1] [--all] [--no-prism] [<file>...]
// Serves published documents with the mock and with `prism mock`, calls each operation once, and walks each collection.

const { values, positionals } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    all: { type: 'boolean' },
    'no-prism': { type: 'boolean' },
    calls: { type: 'string', default: '60' },
    verbose: { type: 'boolean' },
  },
  allowPositionals: true,
})
const root = join(import.meta.dirname, '../../..')
const tools = {
  mock: (file: string, port: number) => [
    join(root, 'src/cli/rulebound.ts'),
    'mock',
    file,
    '--port',
    `${port}`,
    '--no-explain',
  ],
  prism: (file: string, port: number) => [
    join(root, 'node_modules/@stoplight/prism-cli/dist/index.js'),
    'mock',
    file,
    '--port',
    `${port}`,
  ],
}
type Tool = keyof typeof tools

interface Figures {
  started: boolean
  milliseconds: number
  cpu: number
  megabytes: number
  calls: number
  valid: number
  errors: number
  invalid: number
  unanswered: number
}

const library = positionals.length > 0 ? undefined : listDocuments()
const files = library
  ? (values.all ? library.files : sampleBySeed(library.files, Number(values.count), Number(values.seed))).map((file) =>
      join(library.folder, file),
    )
  : positionals
const used: Tool[] = values['no-prism'] ? ['mock'] : ['mock', 'prism']
const totals: Record<Tool, Figures[]> = { mock: [], prism: [] }
const collections = { walked: 0, passed: 0, unobserved: 0 }
let port = 20_000 + (process.pid % 20_000)

for (const file of files) {
  const name = library ? file.slice(library.folder.length + 1) : file
  for (const tool of used) {
    const figures: Figures = {
      started: false,
      milliseconds: 0,
      cpu: 0,
      megabytes: 0,
      calls: 0,
      valid: 0,
      errors: 0,
      invalid: 0,
      unanswered: 0,
    }
    totals[tool].push(figures)
    port += 1
    const server = spawn(process.execPath, tools[tool](file, port), { stdio: 'ignore' })
    try {
      await start(server, port, figures)
      if (figures.started) await probe(tool, file, name, figures)
    } catch (error) {
      console.log(`${tool}\t${name}\t${String(error).slice(0, 300)}`)
    } finally {
      figures.megabytes = residentMegabytes(server.pid ?? 0)
      server.kill('SIGKILL')
    }
  }
}
report()

/** Until the first answer of any status. */
async function start(server: ChildProcess, at: number, figures: Figures): Promise<void> {
  const begun = performance.now()
  while (server.exitCode === null && performance.now() - begun < 180_000) {
    const answered = await fetch(`http://127.0.0.1:${at}/first-answer`, { signal: AbortSignal.timeout(120_000) }).then(
      (answer) => answer.text(),
      () => undefined,
    )
    if (answered !== undefined) {
      Object.assign(figures, {
        started: true,
        milliseconds: performance.now() - begun,
        cpu: cpuSeconds(server.pid ?? 0),
      })
      return
    }
    await wait(20)
  }
}

async function probe(tool: Tool, file: string, name: string, figures: Figures): Promise<void> {
  const published = await openDocument(file)
  const { operations } = published.runtime
  const origin = `http://127.0.0.1:${port}${tool === 'mock' ? `/${published.name}` : ''}`
  const caller = createCaller(published, origin, tool === 'mock')
  for (const operation of sampleBySeed(operations, Number(values.calls), 1)) {
    figures.calls += 1
    try {
      const sent = await caller.call(operation)
      const faults = caller.faults(operation, sent)
      const isUnsatisfiable = published.leftOut.some(
        ({ pointer, reason }) =>
          reason === 'no valid example is found' && pointer.includes(operation.path.replaceAll('/', '~1')),
      )
      if (sent.status >= 500) figures.errors += 1
      if (faults.length === 0 && sent.status < 400) figures.valid += 1
      else if (sent.status < 400 && !isUnsatisfiable) figures.invalid += 1
      if (
        tool === 'mock' &&
        (values.verbose || sent.status >= 500 || sent.status < 400) &&
        faults.length > 0 &&
        !isUnsatisfiable
      )
        console.log(`${sent.status}\t${name}\t${operation.id}\t${faults[0]?.slice(0, 200)}\t${sent.text.slice(0, 160)}`)
    } catch (error) {
      figures.unanswered += 1
      if (tool === 'mock')
        console.log(`unanswered\t${name}\t${operation.id}\t${String(error)} ${String((error as Error).cause ?? '')}`)
    }
  }
  if (tool === 'mock')
    await walkCollections(findByPaths(operations), (session) => createCaller(published, origin, true, session), name)
}

async function walkCollections(
  found: ReturnType<typeof findByPaths>,
  callerIn: (session: string) => Caller,
  name: string,
): Promise<void> {
  for (const [index, collection] of sampleBySeed(found, 20, 1).entries()) {
    const { fault, unobserved } = await walk(collection, found, callerIn(`walk-${index}`)).catch((error: unknown) => ({
      fault: String(error),
      unobserved: undefined,
    }))
    if (unobserved !== undefined) collections.unobserved += 1
    else {
      collections.walked += 1
      if (fault === undefined) collections.passed += 1
    }
    if (fault !== undefined || unobserved !== undefined)
      console.log(`collection\t${name}\t${collection.path}\t${fault ?? unobserved}`)
  }
}

function report(): void {
  for (const tool of used) {
    const all = totals[tool]
    const sum = (of: (figures: Figures) => number) => all.reduce((total, figures) => total + of(figures), 0)
    const median = (of: (figures: Figures) => number) =>
      all
        .filter(({ started }) => started)
        .map(of)
        .sort((a, b) => a - b)[Math.floor(sum(({ started }) => Number(started)) / 2)] ?? 0
    const calls = sum((one) => one.calls)
    console.log(
      `${tool}: ${sum((one) => Number(one.started))} of ${all.length} documents start; first answer, median: ${median((one) => one.milliseconds).toFixed(0)} ms, ` +
        `${median((one) => one.cpu).toFixed(2)} s of CPU, ${median((one) => one.megabytes).toFixed(0)} MB; ${calls} calls: ${sum((one) => one.valid)} successes as documented, ` +
        `${sum((one) => one.invalid)} invalid, ${sum((one) => one.errors)} of 5xx, ${sum((one) => one.unanswered)} unanswered`,
    )
  }
  const { walked, passed, unobserved } = collections
  console.log(
    `collections: ${passed} of ${walked} pass (${((100 * passed) / Math.max(1, walked)).toFixed(1)} %); ${unobserved} show no key`,
  )
  if (!values['no-prism'])
    console.log(
      `started by prism alone: ${totals.prism.filter(({ started }, index) => started && !totals.mock[index]?.started).length}`,
    )
}
