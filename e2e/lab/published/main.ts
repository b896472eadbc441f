import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDocument, type PublishedInterface } from '../../../src/contract/published/published-interface.ts'
import { freePort } from '../../../src/free-port.fixture.ts'
import { root } from '../../../src/workspace/root.ts'
import { cpuSeconds, residentMegabytes } from '../../bench/processes.ts'
import { findByPaths, makeKeys, walk } from './collections.ts'
import { listDocuments, listFinds, sampleBySeed } from './documents.ts'
import { createCaller } from './probe.ts'

// node e2e/lab/published/main.ts [--count 200] [--seed 1] [--all] [--finds] [--no-prism] [--results <file>] [<document>...]
// Serves published documents with the mock and with `prism mock`, calls each operation once, and walks each collection. Each result is a line
// of the file of results as soon as it is known; a run goes on where the last one with this file ended.

const { values, positionals } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    all: { type: 'boolean' },
    finds: { type: 'boolean' },
    'no-prism': { type: 'boolean' },
    calls: { type: 'string', default: '60' },
    results: { type: 'string', default: join(tmpdir(), 'rulebound-published.jsonl') },
  },
  allowPositionals: true,
})
const programs = {
  mock: [join(root, 'src/cli/rulebound.ts'), '--no-explain'],
  prism: [join(root, 'node_modules/@stoplight/prism-cli/dist/index.js')],
}
type Tool = keyof typeof programs
const tools: Tool[] = values['no-prism'] ? ['mock'] : ['mock', 'prism']

const counted = ['started', 'calls', 'valid', 'invalid', 'errors', 'unanswered', 'walked', 'passed', 'keyless'] as const
const measured = ['milliseconds', 'cpu', 'megabytes'] as const

/** What one tool did with one document: numbers of documents, calls and collections, and what it took. */
type Figures = Record<(typeof counted)[number] | (typeof measured)[number], number>
interface Result {
  tool: Tool
  name: string
  figures: Figures
  findings: string[]
}

const given = values.finds ? listFinds() : positionals
const library = given.length > 0 ? { folder: '', files: given } : listDocuments()
const names =
  values.all || given.length > 0
    ? library.files
    : sampleBySeed(library.files, Number(values.count), Number(values.seed))
const known: Result[] = existsSync(values.results)
  ? readFileSync(values.results, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : []
const results: Result[] = []
let port = 0

for (const name of names) {
  for (const tool of tools) {
    const found = known.find((one) => one.tool === tool && one.name === name)
    const result = found ?? (await examine(tool, name))
    results.push(result)
    if (found) continue
    appendFileSync(values.results, `${JSON.stringify(result)}\n`)
    for (const finding of result.findings) console.log(`${tool}\t${name}\t${finding}`)
  }
}
report()

async function examine(tool: Tool, name: string): Promise<Result> {
  const file = join(library.folder, name)
  const figures = Object.fromEntries([...counted, ...measured].map((figure) => [figure, 0])) as Figures
  const findings: string[] = []
  port = await freePort()
  const [program = '', ...options] = programs[tool]
  const server = spawn(process.execPath, [program, 'mock', file, '--port', `${port}`, ...options], { stdio: 'ignore' })
  try {
    await start(server, figures)
    if (figures.started) await probe(tool, await openDocument(file), figures, findings)
  } catch (error) {
    findings.push(String(error).slice(0, 300))
  } finally {
    figures.megabytes = residentMegabytes(server.pid ?? 0)
    server.kill('SIGKILL')
  }
  return { tool, name, figures, findings }
}

/** Until the first answer of any status. */
async function start(server: ChildProcess, figures: Figures): Promise<void> {
  const begun = performance.now()
  while (server.exitCode === null && performance.now() - begun < 180_000) {
    const answered = await fetch(`http://127.0.0.1:${port}/first-answer`, {
      signal: AbortSignal.timeout(120_000),
    }).then(
      (answer) => answer.text(),
      () => undefined,
    )
    if (answered !== undefined) {
      figures.started = 1
      figures.milliseconds = performance.now() - begun
      figures.cpu = cpuSeconds(server.pid ?? 0)
      return
    }
    await wait(20)
  }
}

async function probe(tool: Tool, published: PublishedInterface, figures: Figures, findings: string[]): Promise<void> {
  const { operations } = published.runtime
  const collections = findByPaths(operations)
  const isMock = tool === 'mock'
  const origin = `http://127.0.0.1:${port}${isMock ? `/${published.name}` : ''}`
  const caller = createCaller(published, origin, isMock)
  for (const [index, operation] of sampleBySeed(operations, Number(values.calls), 1).entries()) {
    figures.calls += 1
    try {
      const inSession = caller.inSession(`call-${index}`)
      const sent = await inSession.call(operation, await makeKeys(operation.path, collections, inSession))
      const [fault] = caller.faults(operation, sent)
      const isUnsatisfiable = published.leftOut.some(
        ({ pointer, reason }) =>
          reason === 'no valid example is found' && pointer.includes(operation.path.replaceAll('/', '~1')),
      )
      const isSuccess = sent.status < 400
      // Some documents have no other answer.
      const isOnly = sent.status >= 500 && operation.http.responses.every(({ code }) => code === String(sent.status))
      if (sent.status >= 500 && !isOnly) figures.errors += 1
      if ((isSuccess || isOnly) && fault === undefined) figures.valid += 1
      else if (isSuccess && !isUnsatisfiable) figures.invalid += 1
      if (isMock && !((isSuccess || isOnly) && (fault === undefined || isUnsatisfiable)))
        findings.push(`${sent.status} ${operation.id}: ${fault?.slice(0, 200) ?? ''} ${sent.text.slice(0, 200)}`)
    } catch (error) {
      figures.unanswered += 1
      findings.push(`unanswered ${operation.id}: ${error} ${(error as Error).cause ?? ''}`.slice(0, 300))
    }
  }
  if (!isMock) return
  for (const [index, collection] of sampleBySeed(collections, 20, 1).entries()) {
    const { fault, unobserved } = await walk(collection, collections, caller.inSession(`walk-${index}`)).catch(
      (error: unknown) => ({
        fault: String(error),
        unobserved: undefined,
      }),
    )
    if (unobserved !== undefined) figures.keyless += 1
    else figures.walked += 1
    if (unobserved === undefined && fault === undefined) figures.passed += 1
    else findings.push(`collection ${collection.path}: ${fault ?? unobserved}`)
  }
}

function report(): void {
  for (const tool of tools) {
    const all = results.filter((one) => one.tool === tool).map(({ figures }) => figures)
    const sum = Object.fromEntries(
      counted.map((figure) => [figure, all.reduce((total, one) => total + one[figure], 0)]),
    ) as Figures
    const started = all.filter((one) => one.started)
    const median = Object.fromEntries(
      measured.map((figure) => [
        figure,
        started.map((one) => one[figure]).sort((a, b) => a - b)[Math.floor(started.length / 2)] ?? 0,
      ]),
    ) as Figures
    console.log(
      `${tool}: ${sum.started} of ${all.length} documents start; first answer, median: ${median.milliseconds.toFixed(0)} ms, ` +
        `${median.cpu.toFixed(2)} s of CPU, ${median.megabytes.toFixed(0)} MB; ${sum.calls} calls: ${sum.valid} successes as documented, ` +
        `${sum.invalid} invalid, ${sum.errors} of 5xx, ${sum.unanswered} unanswered`,
    )
    if (tool === 'mock')
      console.log(
        `collections: ${sum.passed} of ${sum.walked} pass (${((100 * sum.passed) / Math.max(1, sum.walked)).toFixed(1)} %); ${sum.keyless} show no key`,
      )
  }
  const started = (tool: Tool, name: string) =>
    results.some((one) => one.tool === tool && one.name === name && one.figures.started > 0)
  const alone = names.filter((name) => started('prism', name) && !started('mock', name))
  if (tools.includes('prism')) console.log(`started by prism alone: ${alone.length} ${alone.join(' ')}`)
}
