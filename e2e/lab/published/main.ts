import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openDocument, type PublishedInterface } from '../../../src/contract/published/published-interface.ts'
import { type StartedProcess, startProcess } from '../../../src/start-process.fixture.ts'
import { root } from '../../../src/workspace/root.ts'
import { cpuSeconds, residentMegabytes } from '../../bench/processes.ts'
import { freePort } from '../../free-port.fixture.ts'
import { findByPaths, makeKeys, walk } from './collections.ts'
import { listDocuments, listFinds, sampleBySeed } from './documents.ts'
import { createCaller } from './probe.ts'

// node e2e/lab/published/main.ts [--count 200 | --all] [--seed 1] [--calls 60] [--finds] [--tools mock,prism] [--seconds 600] [<document>...]
// Serves published documents with the mock and with `prism mock`, calls operations of each, and walks collections.

const { values, positionals } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    all: { type: 'boolean' },
    seed: { type: 'string', default: '1' },
    calls: { type: 'string', default: '60' },
    finds: { type: 'boolean' },
    tools: { type: 'string', default: 'mock,prism' },
    seconds: { type: 'string', default: '600' },
  },
  allowPositionals: true,
})
const programs = {
  mock: [join(root, 'src/cli/rulebound.ts'), '--no-explain'],
  prism: [join(root, 'node_modules/@stoplight/prism-cli/dist/index.js')],
}
type Tool = keyof typeof programs
const tools = values.tools.split(',') as Tool[]

const nothing = {
  ...{ started: 0, milliseconds: 0, cpu: 0, megabytes: 0 },
  ...{ calls: 0, valid: 0, invalid: 0, errors: 0, unanswered: 0 },
  ...{ walked: 0, passed: 0, keyless: 0 },
}

/** What one tool did with one document: numbers of documents, calls and collections, and what it took. */
type Figures = typeof nothing

const given = values.finds ? listFinds() : positionals
const library = given.length > 0 ? { folder: '', files: given } : listDocuments()
const names =
  values.all || given.length > 0
    ? library.files
    : sampleBySeed(library.files, Number(values.count), Number(values.seed))
const results: Record<Tool, Figures[]> = { mock: [], prism: [] }
for (const name of names) for (const tool of tools) results[tool].push(await examine(tool, name))
for (const tool of tools) report(tool)
const alone = names.filter((_, index) => results.prism[index]?.started && !results.mock[index]?.started)
if (tools.includes('prism')) console.log(`started by prism alone: ${alone.length} ${alone.join(' ')}`)

async function examine(tool: Tool, name: string): Promise<Figures> {
  const file = join(library.folder, name)
  const figures = { ...nothing }
  const tell = (finding: string) => console.log(`${tool}\t${name}\t${finding.slice(0, 500)}`)
  const port = await freePort()
  const [program = '', ...options] = programs[tool]
  const command = [process.execPath, program, 'mock', file, '--port', `${port}`, ...options]
  const server = startProcess(command, { stdio: 'ignore' })
  const origin = `http://127.0.0.1:${port}`
  try {
    await start(server, origin, figures)
    if (figures.started) await probe(tool, await openDocument(file), origin, figures, tell)
  } catch (error) {
    tell(String(error))
  }
  figures.megabytes = residentMegabytes(server.process.pid ?? 0)
  await server.end('SIGKILL')
  return figures
}

/** Until the first answer of any status. */
async function start({ process: child }: StartedProcess, origin: string, figures: Figures): Promise<void> {
  const begun = performance.now()
  while (child.exitCode === null && performance.now() - begun < 180_000) {
    const signal = AbortSignal.timeout(120_000)
    const answer = await fetch(`${origin}/first-answer`, { signal }).catch(() => undefined)
    if (answer) {
      await answer.text()
      const milliseconds = performance.now() - begun
      return void Object.assign(figures, { started: 1, milliseconds, cpu: cpuSeconds(child.pid ?? 0) })
    }
    await wait(20)
  }
}

async function probe(
  tool: Tool,
  published: PublishedInterface,
  origin: string,
  figures: Figures,
  tell: (finding: string) => void,
): Promise<void> {
  const operations = [...published.contract.operations.values()]
  const collections = findByPaths(operations)
  const isMock = tool === 'mock'
  const caller = createCaller(published, isMock ? `${origin}/${published.contract.name}` : origin, isMock)
  const end = performance.now() + 1000 * Number(values.seconds)
  for (const [index, operation] of sampleBySeed(operations, Number(values.calls), 1).entries()) {
    if (performance.now() > end) return tell(`stopped after ${figures.calls} calls`)
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
      const isOnly = sent.status >= 500 && operation.shownResponses.every(({ code }) => code === String(sent.status))
      if (sent.status >= 500 && !isOnly) figures.errors += 1
      if ((isSuccess || isOnly) && fault === undefined) figures.valid += 1
      else if (isSuccess && !isUnsatisfiable) figures.invalid += 1
      if (isMock && !((isSuccess || isOnly) && (fault === undefined || isUnsatisfiable)))
        tell(`${sent.status} ${operation.id}: ${fault?.slice(0, 200) ?? ''} ${sent.text.slice(0, 200)}`)
    } catch (error) {
      figures.unanswered += 1
      tell(`unanswered ${operation.id}: ${error} ${(error as Error).cause ?? ''}`)
    }
  }
  if (!isMock) return
  for (const [index, collection] of sampleBySeed(collections, Math.min(20, Number(values.calls)), 1).entries()) {
    const outcome = await walk(collection, collections, caller.inSession(`walk-${index}`)).catch(String)
    if (outcome === false) figures.keyless += 1
    else figures.walked += 1
    if (outcome === true) figures.passed += 1
    else tell(`collection ${collection.path}: ${outcome || 'no answer shows the key of a new record'}`)
  }
}

function report(tool: Tool): void {
  const all = results[tool]
  const started = all.filter((one) => one.started)
  const sum = (figure: keyof Figures) => all.reduce((total, one) => total + one[figure], 0)
  const median = (figure: keyof Figures) =>
    started.map((one) => one[figure]).sort((a, b) => a - b)[Math.floor(started.length / 2)] ?? 0
  console.log(
    `${tool}: ${started.length} of ${all.length} documents start; first answer, median: ${median('milliseconds').toFixed(0)} ms, ` +
      `${median('cpu').toFixed(2)} s of CPU, ${median('megabytes').toFixed(0)} MB; ${sum('calls')} calls: ` +
      `${sum('valid')} successes as documented, ${sum('invalid')} invalid, ${sum('errors')} of 5xx, ${sum('unanswered')} unanswered`,
  )
  if (tool !== 'mock') return
  const share = ((100 * sum('passed')) / Math.max(1, sum('walked'))).toFixed(1)
  console.log(`collections: ${sum('passed')} of ${sum('walked')} pass (${share} %); ${sum('keyless')} show no key`)
}
