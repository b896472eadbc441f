import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { build as buildWithVite } from 'vite'
import type { AttemptInput } from '../../../src/check/check.ts'
import type { OperationForm } from '../../../src/client/operation.ts'
import { findCollections } from '../../../src/contract/collections/collections.ts'
import type { Contract } from '../../../src/contract/contract.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import { openDocument } from '../../../src/contract/published/published-interface.ts'
import { clientFiles } from '../../../src/pipeline/generate/client/client-files.ts'
import { printTypes } from '../../../src/pipeline/generate/types/print-types.ts'
import { startProcess } from '../../../src/start-process.fixture.ts'
import { bodyOf, validRequest, valueFor } from '../../../src/verify/derive/valid-request.ts'
import { root } from '../../../src/workspace/root.ts'
import { startBrowser, whyNoBrowser } from '../../docs/browser.fixture.ts'
import { freePort } from '../../free-port.fixture.ts'
import { findByPaths, type PathCollection, walk } from '../published/collections.ts'
import { listDocuments, sampleBySeed } from '../published/documents.ts'
import { type Caller, createCaller, type Sent } from '../published/probe.ts'

// node e2e/lab/clients/main.ts [--count 10] [--seed 1] [<document>...]
// Generates a client of each published document, compiles it with strict types, and walks the collections that the mock recognises with it,
// and with plain requests. What fails by both is the mock's. Three clients are bundled by esbuild and by Vite, and called in a browser.

const { values, positionals } = parseArgs({
  options: { count: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
  allowPositionals: true,
})

type Call = ((client: object, args: object, options: object) => Promise<Outcome>) & { form: OperationForm }
interface Outcome {
  data?: unknown
  error?: { body: unknown }
  response: Response
}
type Module = Record<string, Call & ((options: object) => object)>

const library = positionals.length > 0 ? { folder: '', files: positionals } : listDocuments()
const withCollections: string[] = []
for (const file of sampleBySeed(library.files, library.files.length, Number(values.seed))) {
  if (withCollections.length >= Number(values.count)) break
  const path = join(library.folder, file)
  if (positionals.length > 0 || (statSync(path).size < 1_000_000 && (await hasCollections(path))))
    withCollections.push(path)
}

const browser = whyNoBrowser() === undefined ? await startBrowser() : undefined
let inBrowser = 0
console.log(
  'document\toperations\terrors of tsc\tcollections\tpass by plain requests\tby the client\tin Chromium\tthree calls, gzip',
)
for (const file of withCollections) await examine(file)
await browser?.close()

async function hasCollections(file: string): Promise<boolean> {
  const { contract } = await openDocument(file)
  return collectionsOf(contract).some(({ remove, updates }) => remove && updates.length > 0)
}

/** The collections by their paths that the mock recognises as well. */
function collectionsOf({ operations }: Contract): PathCollection[] {
  const recognised = new Set(findCollections([...operations.values()]).map(({ path }) => path))
  return findByPaths([...operations.values()]).filter(({ path }) => recognised.has(path))
}

async function examine(file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rulebound-client-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const port = await freePort()
  const program = [process.execPath, join(root, 'src/cli/rulebound.ts'), 'mock', file, '--port', `${port}`]
  const mock = startProcess(program, { stdio: 'ignore' })
  const origin = `http://127.0.0.1:${port}`
  try {
    const published = await openDocument(file)
    const { contract } = published
    const files = clientFiles(contract, 'Made by the lab.', folder).set(
      'types.ts',
      await printTypes(contract.document, ''),
    )
    for (const [name, text] of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    const faults = compile(folder)
    const module = await load(folder)
    await listening(port)
    const collections = collectionsOf(contract)
    const plain = createCaller(published, `${origin}/${contract.name}`, true)
    const byRequests = await failuresOf(collections, (index) => plain.inSession(`plain-${index}`))
    const byClient = await failuresOf(collections, (index) => callerOf(module, contract, origin, `client-${index}`))
    const pages =
      browser && inBrowser < 3 ? await callInBrowser(folder, module, collections, contract, origin) : undefined
    if (pages !== undefined) inBrowser += 1
    const size = await sizeOfThree(folder, module)
    const passed = [byRequests, byClient].map((failures) => collections.length - failures.size)
    const cells = [
      contract.name,
      contract.operations.size,
      faults.length,
      collections.length,
      ...passed,
      pages ?? '',
      size,
    ]
    console.log(cells.join('\t'))
    for (const line of faults.slice(0, 3)) console.log(`  ${line.slice(0, 300)}`)
    for (const [path, failure] of byClient)
      if (!byRequests.has(path)) console.log(`  by the client alone, ${path}: ${failure.slice(0, 300)}`)
  } finally {
    await mock.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}

async function failuresOf(
  collections: readonly PathCollection[],
  callerFor: (index: number) => Caller,
): Promise<Map<string, string>> {
  const failures = new Map<string, string>()
  for (const [index, collection] of collections.entries())
    await walk(collection, collections, callerFor(index)).catch((error) =>
      failures.set(collection.path, String(error.message ?? error)),
    )
  return failures
}

/** The statuses of a list that a page asks for by the client, bundled by esbuild and by Vite; undefined without a list to ask for. */
async function callInBrowser(
  folder: string,
  module: Module,
  collections: readonly PathCollection[],
  contract: Contract,
  origin: string,
): Promise<string | undefined> {
  const list = collections.find(({ path }) => !path.includes('{'))?.list
  const names = Object.keys(module)
  const call = names.find(
    (name) => list && module[name]?.form?.path === list.path && module[name]?.form.method === 'get',
  )
  if (!list || !browser || call === undefined) return undefined
  const options = {
    baseUrl: `${origin}/${contract.name}${mountOf(list)}`,
    credentials: credentialsOf(contract),
    retries: 0,
  }
  const create = createName(module)
  const page = `import { ${call}, ${create} } from './client.ts'
const client = ${create}(${JSON.stringify(options)})
globalThis.done = ${call}(client, ${JSON.stringify(argumentsOf(list, validRequest(list)))}).then(({ response }) => response.status, String)`
  writeFileSync(join(folder, 'page.ts'), page)
  await build({
    entryPoints: [join(folder, 'page.ts')],
    bundle: true,
    format: 'esm',
    outfile: join(folder, 'esbuild.js'),
  })
  await buildWithVite({
    ...{ root: folder, configFile: false, logLevel: 'error' },
    build: {
      outDir: '.',
      emptyOutDir: false,
      rolldownOptions: { input: join(folder, 'page.ts'), output: { entryFileNames: 'vite.js' } },
    },
  })
  const pages = createServer(({ url = '' }, response) => {
    const isScript = url.endsWith('.js')
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
    response.end(isScript ? readFileSync(join(folder, url)) : '<!doctype html><link rel="icon" href="data:,">')
  }).listen(0, '127.0.0.1')
  await once(pages, 'listening')
  const statuses: string[] = []
  for (const script of ['esbuild.js', 'vite.js']) {
    const tab = await browser.newPage()
    await tab.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}`)
    statuses.push(String(await tab.evaluate(`import('/${script}').then(() => globalThis.done)`)))
    await tab.close()
  }
  pages.close().closeAllConnections()
  return statuses.join(' ')
}

function createName(module: Module): string {
  return Object.keys(module).find((name) => /^create.*Client$/.test(name) && !module[name]?.form) ?? ''
}

function mountOf({ template, path }: Operation): string {
  return template.slice(0, -path.replace(/[?#].*/, '').length)
}

function credentialsOf({ document }: Contract): object {
  const schemes = Object.entries<Record<string, unknown>>(Object(Object(document.components).securitySchemes))
  return Object.fromEntries(
    schemes.map(([name, { type, scheme }]) => [
      name,
      type === 'http' && /basic/i.test(String(scheme)) ? { username: 'mock', password: 'mock' } : 'mock',
    ]),
  )
}

function compile(folder: string): string[] {
  const compilerOptions = {
    ...{ noEmit: true, strict: true, target: 'es2024', module: 'nodenext', allowImportingTsExtensions: true },
    ...{ types: [], lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'] },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['client.ts'] }))
  const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript-7/bin/tsc'), '-p', folder], {
    encoding: 'utf8',
  })
  return stdout.split('\n').filter((line) => line.includes('error TS'))
}

async function load(folder: string): Promise<Module> {
  const outfile = join(folder, 'client.mjs')
  await build({ entryPoints: [join(folder, 'client.ts')], outfile, bundle: true, format: 'esm', platform: 'node' })
  return await import(pathToFileURL(outfile).href)
}

/** Bytes of an application with three calls, as a browser gets it. */
async function sizeOfThree(folder: string, module: Module): Promise<number> {
  const calls = Object.entries(module).flatMap(([name, value]) =>
    typeof value === 'function' && value.form ? [name] : [],
  )
  const used = [createName(module), ...calls.slice(0, 3)].join(', ')
  const contents = `import { ${used} } from './client.ts'\nconsole.log(${used})`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    ...{ bundle: true, minify: true, write: false, format: 'esm', platform: 'browser' },
  })
  return gzipSync(outputFiles[0]?.contents ?? '').length
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await fetch(`http://127.0.0.1:${port}/_control/health`).catch(() => undefined)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the mock does not start')
}

/** The arguments of a generated function for the parameters of a request. */
function argumentsOf({ parameters }: Operation, request: AttemptInput): Record<string, unknown> {
  const sent = ({ name }: { name: string }) => request.headers?.[name.toLowerCase()]
  const headers = parameters.filter((one) => one.in === 'header' && sent(one) !== undefined)
  return { ...request.path, ...request.query, ...Object.fromEntries(headers.map((one) => [one.name, sent(one)])) }
}

/** Calls operations by the generated functions. */
function callerOf(module: Module, contract: Contract, origin: string, session: string): Caller {
  const calls = new Map<string, Call>()
  for (const value of Object.values(module))
    if (typeof value === 'function' && value.form) calls.set(`${value.form.method} ${value.form.path}`, value)
  const create = module[createName(module)]
  return {
    inSession: (other) => callerOf(module, contract, origin, other),
    faults: () => [],
    async call(operation: Operation, ids = {}): Promise<Sent> {
      const call = calls.get(`${operation.method} ${operation.path}`)
      if (!call || !create) throw new Error(`there is no function for ${operation.id}`)
      const content = bodyOf(operation)
      const isLegible = /json|form/.test(content?.mediaType ?? '')
      const request = validRequest(operation, new Map(Object.entries(ids).map(([name, id]) => [`path ${name}`, id])))
      const body = content && (isLegible ? valueFor(operation, content, 'text') : request.body)
      const args = { ...argumentsOf(operation, request), ...(content && { body }) }
      const baseUrl = `${origin}/${contract.name}${mountOf(operation)}`
      const headers = { 'x-mock-session': session }
      const client = create({ baseUrl, credentials: credentialsOf(contract), retries: 0, headers })
      const { data, error, response } = await call(client, args, {})
      const json = error ? error.body : data
      const text = JSON.stringify(json) ?? ''
      return { status: response.status, headers: response.headers, text, json, body: isLegible ? body : undefined }
    },
  }
}
