import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { stringify } from 'yaml'
import { root } from '../../../src/workspace/root.ts'
import { peerDocument } from './document.ts'

// node e2e/lab/peers/main.ts
// Generates a client of one document with each tool, and prints what the clients send and refuse, what compiles, and how large three calls are.

const packages = [
  ...['@hey-api/openapi-ts@0.99.0', 'orval@8.38.0', 'openapi-fetch@0.17.0', 'openapi-typescript@7.13.0'],
  ...['core', 'cli', 'plugin-oas', 'plugin-ts', 'plugin-client'].map((name) => `@kubb/${name}@4.39.3`),
  ...['typescript@5.9.3'],
]
const base = 'http://127.0.0.1:4999/v1'
const folder = join(tmpdir(), 'rulebound-peers')
const run = (command: string, ...args: string[]) => {
  const PATH = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
  return execFileSync(command, args, { cwd: folder, encoding: 'utf8', env: { ...process.env, PATH }, stdio: 'pipe' })
}

interface Outcome {
  sent: Request[]
  result: unknown
}

/** How the client of one tool is called. An operation that is absent is one that the tool cannot make. */
interface Tool {
  name: string
  /** Imports of a program, and of a bundle with three calls. */
  imports: string
  /** Code that sets the key, once. */
  setup: string
  list: (args: string, options?: string) => string
  create: string
  matrix: string
  photo: string
  watch: string
  three: string
  /** A line that must not compile where refusals are typed by status, and one where requests have no read-only members. */
  typedError: string
  readOnly: string
}

const tools: Tool[] = [
  {
    name: 'openapi-fetch',
    imports: `import createClient from 'openapi-fetch'; import type { paths } from './ot'`,
    setup: `const client = createClient<paths>({ baseUrl: '${base}', headers: { 'X-Key': 'k' } })`,
    list: (args) =>
      `client.GET('/pets', { params: { query: ${args}, header: { 'X-Trace': 't' }, cookie: { theme: 'dark' } } })`,
    create: `client.POST('/pets', { body: { name: 'a' } as never })`,
    matrix: `client.GET('/pets/{ids}', { params: { path: { ids: ['a', 'b'] } } })`,
    photo: `client.POST('/photos', { body: { photo: new Blob(['x']), about: { a: 1 } } as never })`,
    watch: `client.GET('/events')`,
    three: 'createClient',
    typedError: `const { error, response } = await list(); if (response.status === 404 && error) { const text: string = error.detail }`,
    readOnly: `await client.POST('/pets', { body: { name: 'a' } })`,
  },
  {
    name: 'hey-api',
    imports: `import { listPets, createPet, readPets, sendPhoto, watch } from './hey/sdk.gen'; import { client } from './hey/client.gen'`,
    setup: `client.setConfig({ baseUrl: '${base}', auth: (scheme) => (scheme.name === 'X-Key' ? 'k' : undefined) })`,
    list: (args) => `listPets({ query: ${args}, headers: { 'X-Trace': 't' }, cookies: { theme: 'dark' } } as never)`,
    create: `createPet({ body: { name: 'a' } })`,
    matrix: `readPets({ path: { ids: ['a', 'b'] } })`,
    photo: `sendPhoto({ body: { photo: new Blob(['x']) as never, about: { a: 1 } } })`,
    watch: `watch()`,
    three: 'listPets, createPet, readPets',
    typedError: `const { error, response } = await listPets(); if (response?.status === 404 && error) { const text: string = error.detail }`,
    readOnly: `await createPet({ body: { name: 'a' } })`,
  },
  {
    name: 'orval',
    imports: `import { listPets, createPet, readPets, sendPhoto, watch } from './orval/client'`,
    setup: '',
    list: (args) => `listPets(${args} as never, { headers: { 'X-Key': 'k', 'X-Trace': 't' } })`,
    create: `createPet({ name: 'a' })`,
    matrix: `readPets(['a', 'b'])`,
    photo: `sendPhoto({ photo: new Blob(['x']), about: { a: 1 } })`,
    watch: `watch()`,
    three: 'listPets, createPet, readPets',
    typedError: `const answer = await listPets(); if (answer.status === 404) { const text: string = answer.data.detail }`,
    readOnly: `await createPet({ name: 'a' })`,
  },
  {
    name: 'kubb',
    imports: `import { listPets } from './kubb/clients/listPets'; import { createPet } from './kubb/clients/createPet'; import { readPets } from './kubb/clients/readPets'; import { sendPhoto } from './kubb/clients/sendPhoto'; import { watch } from './kubb/clients/watch'`,
    setup: '',
    list: (args) => `listPets(${args} as never, { 'X-Trace': 't' }, { headers: { 'X-Key': 'k' } } as never)`,
    create: `createPet({ name: 'a' } as never)`,
    matrix: `readPets(['a', 'b'])`,
    photo: `sendPhoto({ photo: new Blob(['x']), about: { a: 1 } })`,
    watch: `watch()`,
    three: 'listPets, createPet, readPets',
    typedError: `await listPets().catch((error) => { if (error.status === 404) { const text: string = error.data.detail } })\nconst plain: string = await listPets().catch((error) => error)`,
    readOnly: `await createPet({ name: 'a' })`,
  },
  {
    name: 'rulebound',
    imports: `import { createDocClient, listPets, createPet, readPets, sendPhoto, watch, stream, paginate, clientCredentials } from './generated/doc/client'`,
    setup: `const client = createDocClient({ baseUrl: '${base}', credentials: { key: 'k' } })`,
    list: (args, options) => `listPets(client, { ...${args}, 'X-Trace': 't', theme: 'dark' }, ${options ?? '{}'})`,
    create: `createPet(client, { body: { name: 'a' } })`,
    matrix: `readPets(client, { ids: ['a', 'b'] })`,
    photo: `sendPhoto(client, { body: { photo: new Blob(['x']), about: { a: 1 } } })`,
    watch: `(async () => { for await (const event of stream(watch, client)) return event.data })()`,
    three: 'createDocClient, listPets, createPet, readPets',
    typedError: `const { error } = await listPets(client); if (error?.status === 404) { const text: string | undefined = error.body?.detail }`,
    readOnly: `await createPet(client, { body: { name: 'a' } })`,
  },
]

/** Answers of the call under way. It takes the place of `fetch` before the clients are loaded, since some keep it. */
let answerTo: (request: Request) => Response = () => Response.json({})
globalThis.fetch = async (input, init) => answerTo(new Request(input, init))

prepare()
const table = new Map<string, string[]>()
for (const tool of tools)
  for (const [row, cell] of await examine(tool)) table.set(row, [...(table.get(row) ?? []), cell])
console.log(['', ...tools.map(({ name }) => name)].join('\t'))
for (const [row, cells] of table) console.log([row, ...cells].join('\t'))

function prepare(): void {
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, 'node_modules'))) {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    run('npm', 'install', '--no-fund', '--no-audit', '--save-exact', ...packages)
  }
  writeFileSync(join(folder, 'doc.yaml'), stringify(peerDocument))
  const input = `'./doc.yaml'`
  writeFileSync(
    join(folder, 'orval.config.mjs'),
    `export default { pets: { input: ${input}, output: { target: './orval/client.ts', client: 'fetch', baseUrl: '${base}' } } }`,
  )
  writeFileSync(
    join(folder, 'kubb.config.mjs'),
    `import { pluginOas } from '@kubb/plugin-oas'\nimport { pluginTs } from '@kubb/plugin-ts'\nimport { pluginClient } from '@kubb/plugin-client'
export default { root: '.', input: { path: ${input} }, output: { path: './kubb', clean: true, format: false }, plugins: [pluginOas(), pluginTs(), pluginClient({ client: 'fetch', baseURL: '${base}' })] }`,
  )
  run('npx', 'openapi-typescript', 'doc.yaml', '-o', 'ot.ts')
  run('npx', 'openapi-ts', '-i', 'doc.yaml', '-o', 'hey', '-c', '@hey-api/client-fetch')
  run('npx', 'orval', '--config', 'orval.config.mjs')
  run('npx', 'kubb', 'generate')
  run(process.execPath, join(root, 'src/cli/rulebound.ts'), 'generate', 'doc.yaml')
  cpSync(join(root, 'node_modules/openapi-fetch'), join(folder, 'node_modules/openapi-fetch'), { recursive: true })
}

async function examine(tool: Tool): Promise<[string, string][]> {
  const { imports, setup, list } = tool
  const bundle = await bundleOf(
    `${imports}\n${setup}\nexport const calls = {
  query: () => ${list(`{ tags: ['a', 'b'] }`)},
  deep: () => ${list('{ filter: { age: 1 } }')},
  list: () => ${list('{}')},
  create: () => ${tool.create},
  matrix: () => ${tool.matrix},
  photo: () => ${tool.photo},
  watch: () => ${tool.watch},
  ${tool.name === 'rulebound' ? 'pages: () => Array.fromAsync(paginate(listPets, client)), tokens: () => createPet(createDocClient({ baseUrl: "http://127.0.0.1:4999/v1", credentials: { oauth: clientCredentials({ tokenUrl: "http://127.0.0.1:4999/token", clientId: "c" }) } }), { body: { name: "a" } }),' : ''}
}`,
  )
  const file = join(folder, `${tool.name}.mjs`)
  writeFileSync(file, bundle)
  const { calls } = await import(pathToFileURL(file).href)
  const call = (name: string, ...answers: (() => Response)[]) => observe(calls[name], answers)
  const yes = (is: boolean) => (is ? 'yes' : 'no')
  const empty = () => Response.json({ data: [] })
  const [query, deep, plain, create, matrix, photo] = [
    await call('query', empty),
    await call('deep', empty),
    await call('list', empty),
    await call('create', () => Response.json({ id: '1', name: 'a' }, { status: 201 })),
    await call('matrix', () => Response.json({ id: '1', name: 'a' })),
    await call('photo', () => new Response(null, { status: 204 })),
  ]
  const urlOf = ({ sent }: Outcome) => decodeURIComponent(sent[0]?.url ?? '')
  const form = await photo.sent[0]?.formData().catch(() => undefined)
  const about = form?.get('about')
  const retried = await call('list', () => new Response('', { status: 503, headers: { 'retry-after': '0' } }), empty)
  const page = await call('list', () => new Response('<html>', { headers: { 'content-type': 'text/html' } }))
  const events = await call(
    'watch',
    () => new Response('data: hello\n\n', { headers: { 'content-type': 'text/event-stream' } }),
  )
  const pages =
    calls.pages && (await call('pages', () => Response.json({ data: [{ id: '1' }], next_cursor: 'n' }), empty))
  const tokens = calls.tokens && (await call('tokens', () => Response.json({ access_token: 't' }), empty))
  return [
    ['list in the style pipeDelimited', yes(/[?&]tags=a\|b(&|$)/.test(urlOf(query)))],
    ['object in the style deepObject', yes(/[?&]filter\[age\]=1(&|$)/.test(urlOf(deep)))],
    ['path in the style matrix, exploded', yes(urlOf(matrix).endsWith('/pets/;ids=a;ids=b'))],
    ['cookie parameter', yes(/theme=dark/.test(plain.sent[0]?.headers.get('cookie') ?? ''))],
    ['part of a form in JSON, with its media type', yes(about instanceof Blob && about.type === 'application/json')],
    ['part of bytes', yes(form?.get('photo') instanceof Blob)],
    ['no request without the credential that it needs', yes(create.sent.length === 0)],
    ['OAuth 2 client credentials', yes(tokens?.sent[1]?.headers.get('authorization') === 'Bearer t')],
    ['repeats a GET after 503', yes(retried.sent.length > 1)],
    ['takes a page of HTML for no success', yes(page.result instanceof Error || hasError(page.result))],
    ['events as they come', yes(events.result === 'hello')],
    ['iterates pages', yes(pages?.sent.length === 2)],
    [
      'error typed by its status',
      yes(compiles(tool, tool.typedError) && !compiles(tool, tool.typedError.replace('404', '409'))),
    ],
    ['requests without read-only members', yes(compiles(tool, tool.readOnly))],
    ['three calls, min and gzip, bytes', String(await sizeOf(tool))],
  ]
}

/** What a call sends and gives, with these answers one by one. */
async function observe(call: () => Promise<unknown>, answers: readonly (() => Response)[]): Promise<Outcome> {
  const sent: Request[] = []
  answerTo = (request) => {
    sent.push(request)
    return (answers[sent.length - 1] ?? answers.at(-1))?.() ?? Response.json({})
  }
  const result = await Promise.race([call().catch((error) => error), late(3000)])
  const { stream } = Object(result) as { stream?: AsyncIterable<unknown> }
  // hey-api asks for a stream when it is read.
  for await (const event of stream ?? []) return { sent, result: event }
  return { sent, result }
}

function late(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, undefined).unref())
}

function hasError(result: unknown): boolean {
  return Object(result).error !== undefined
}

function compiles({ imports, setup }: Tool, line: string): boolean {
  writeFileSync(join(folder, 'types.ts'), `${imports}\n${setup}\n${line}\nexport {}`)
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'esnext']
  try {
    run('npx', 'tsc', ...options, '--moduleResolution', 'bundler', '--allowImportingTsExtensions', 'types.ts')
    return true
  } catch {
    return false
  }
}

async function bundleOf(contents: string, minify = false): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    ...{ bundle: true, write: false, format: 'esm', platform: 'browser', minify },
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
}

async function sizeOf({ imports, three }: Tool): Promise<number> {
  return gzipSync(await bundleOf(`${imports}\nconsole.log(${three})`, true)).length
}
