import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import type { OperationForm } from '../../../src/client/operation.ts'
import type { Contract } from '../../../src/contract/contract.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import { openDocument } from '../../../src/contract/published/published-interface.ts'
import { clientFiles } from '../../../src/pipeline/generate/client/client-files.ts'
import { printTypes } from '../../../src/pipeline/generate/types/print-types.ts'
import { startProcess } from '../../../src/start-process.fixture.ts'
import { bodyOf, validRequest, valueFor } from '../../../src/verify/derive/valid-request.ts'
import { root } from '../../../src/workspace/root.ts'
import { freePort } from '../../free-port.fixture.ts'
import { findByPaths, walk } from '../published/collections.ts'
import { listDocuments, sampleBySeed } from '../published/documents.ts'
import type { Caller, Sent } from '../published/probe.ts'

// node e2e/lab/clients/main.ts [--count 10] [--seed 1] [<document>...]
// Generates a client of each published document, compiles it with strict types, bundles it, and walks collections of the mock with it.

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

console.log('document\toperations\tcompiler\tcollections\tpassed\tthree calls, gzip')
for (const file of withCollections) await examine(file)

async function hasCollections(file: string): Promise<boolean> {
  const { contract } = await openDocument(file)
  return findByPaths([...contract.operations.values()]).some(({ remove, updates }) => remove && updates.length > 0)
}

async function examine(file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rulebound-client-'))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const port = await freePort()
  const program = [process.execPath, join(root, 'src/cli/rulebound.ts'), 'mock', file, '--port', `${port}`]
  const mock = startProcess(program, { stdio: 'ignore' })
  try {
    const { contract } = await openDocument(file)
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
    const collections = findByPaths([...contract.operations.values()])
    const caller = callerOf(module, contract, `http://127.0.0.1:${port}`)
    const failures: string[] = []
    for (const collection of collections)
      await walk(collection, collections, caller).catch((error) =>
        failures.push(`${collection.path}: ${error.message ?? error}`),
      )
    const size = await sizeOfThree(folder, module)
    const passed = collections.length - failures.length
    console.log([contract.name, contract.operations.size, faults.length, collections.length, passed, size].join('\t'))
    for (const line of [...faults.slice(0, 3), ...failures]) console.log(`  ${line.slice(0, 300)}`)
  } finally {
    await mock.end('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
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
  const create = Object.keys(module).find((name) => /^create.*Client$/.test(name) && !module[name]?.form) ?? ''
  const used = [create, ...calls.slice(0, 3)].join(', ')
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

/** Calls operations by the generated functions. */
function callerOf(module: Module, contract: Contract, origin: string): Caller {
  const calls = new Map<string, Call>()
  for (const value of Object.values(module))
    if (typeof value === 'function' && value.form) calls.set(`${value.form.method} ${value.form.path}`, value)
  const create = Object.entries(module).find(([name, value]) => /^create.*Client$/.test(name) && !value.form)?.[1]
  const schemes = Object.entries<Record<string, unknown>>(Object(Object(contract.document.components).securitySchemes))
  const credentials = Object.fromEntries(
    schemes.map(([name, { type, scheme }]) => [
      name,
      type === 'http' && /basic/i.test(String(scheme)) ? { username: 'mock', password: 'mock' } : 'mock',
    ]),
  )
  const caller: Caller = {
    inSession: () => caller,
    faults: () => [],
    async call(operation: Operation, ids = {}): Promise<Sent> {
      const call = calls.get(`${operation.method} ${operation.path}`)
      if (!call || !create) throw new Error(`there is no function for ${operation.id}`)
      const content = bodyOf(operation)
      const body = content && valueFor(operation, content, 'text')
      const request = validRequest(operation, new Map(Object.entries(ids).map(([name, id]) => [`path ${name}`, id])))
      const own = Object.fromEntries(
        operation.parameters
          .filter((one) => one.in === 'header' && request.headers?.[one.name.toLowerCase()] !== undefined)
          .map((one) => [one.name, request.headers?.[one.name.toLowerCase()]]),
      )
      const args = { ...request.path, ...request.query, ...own, ...(content && { body }) }
      const mount = operation.template.slice(0, -operation.path.replace(/[?#].*/, '').length)
      const client = create({ baseUrl: `${origin}/${contract.name}${mount}`, credentials, retries: 0 })
      const { data, error, response } = await call(client, args, {})
      const json = error ? error.body : data
      return { status: response.status, headers: response.headers, text: JSON.stringify(json) ?? '', json, body }
    },
  }
  return caller
}
