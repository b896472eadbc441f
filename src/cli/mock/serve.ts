import { join } from 'node:path'
import { isMapping } from '../../contract/json-pointer.ts'
import type { YamlPart, YamlPlace } from '../../contract/yaml-file.ts'
import { createDocs } from '../../docs/docs.ts'
import { SeedError } from '../../mock/seed-file.ts'
import { createRequestLog } from '../../mock/session/log-lines.ts'
import { type RunningMock, startMock } from '../../mock/start-mock.ts'
import type { StateEngineOptions } from '../../mock/storage/valkey/endpoint.ts'
import { shellQuote } from '../../redaction/shell-quote.ts'
import { readTlsFiles } from '../../tls-files.ts'
import type { UserError } from '../../user-error.ts'
import { findRoot, isPath } from '../../workspace/find-root.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { explainStart, stopOnSignal } from '../listening.ts'
import { openInterfaces, printLeftOut } from '../open-words.ts'
import { describeFailure } from '../run-command.ts'
import { renderTable } from '../table.ts'
import type { MockFlags } from './flags.ts'

/** Message of a worker to the process that leads the workers, which prints it once. */
export type WorkerMessage = { description: string } | { failure: string }

/**
 * Serves the mock in this process, until a signal ends it.
 *
 * @param isDev follows edits of a workspace, and writes what is generated of it
 * @throws {UserError} when it cannot start
 */
export async function serve(words: string[], flags: MockFlags, isDev = false): Promise<void> {
  const { mock, workspace, description } = await start(words, flags, true)
  // A log collector expects only objects on stdout.
  const print = (text: string) => (flags.log === 'json' ? process.stderr : process.stdout).write(`${text}\n`)
  const shown = description.replace(/\n$/, '')
  if (!isDev) print(shown)
  const isFile = (word: string) => isPath(word) && !/^https?:/i.test(word)
  const follows = isDev || (flags.watch && words.length > 0 && words.every(isFile))
  const session = follows ? await followEdits(workspace, mock, print) : undefined
  // Whoever reads the address may edit at once.
  if (isDev) print(`${shown}\nWatching the documents, src/interfaces/ and redocly.yaml.`)
  stopOnSignal(async () => {
    await session?.close()
    await mock.close()
  })
}

async function followEdits(workspace: Workspace, mock: RunningMock, print: (text: string) => unknown) {
  const { from, words } = workspace.recipe
  const base = findRoot(from) ?? join(from, '/')
  const { startDevSession } = await import('../../pipeline/dev/session.ts')
  return startDevSession({ base, workspace, mock, servesNew: words.length === 0, print })
}

/** Prints which paths of documents keep records. */
export async function printState(
  interfaces: string[],
  { collections, ...flags }: Pick<MockFlags, 'allowFiles' | 'collections' | 'overlay'>,
): Promise<void> {
  const workspace = await openInterfaces(interfaces, flags)
  const { describeCollections, findCollections, findLists, isListOfSent } = await import(
    '../../contract/collections/collections.ts'
  )
  const corrections = await correctionsFrom(collections, workspace)
  for (const { contract } of workspace.interfaces) {
    const operations = [...contract.operations.values()]
    const lists = findLists(operations, corrections).filter(isListOfSent)
    const lines = describeCollections([...findCollections(operations, corrections), ...lists])
    console.log([contract.name, ...(lines.length > 0 ? lines : ['no path keeps records'])].join('\n  '))
  }
}

/** What reads them is loaded on demand, since most mocks have none. */
async function correctionsFrom(place: YamlPlace | undefined, { interfaces }: Workspace) {
  if (!place) return undefined
  const { readCorrections } = await import('../../contract/collections/collections.ts')
  const { readYamlPart } = await import('../../contract/yaml-file.ts')
  return readCorrections(
    readYamlPart(place),
    interfaces.flatMap(({ contract }) => [...contract.operations.values()]),
  )
}

/** Serves the mock in one of several processes. The control plane is on only if it reaches all of them. */
export async function serveAsWorker(interfaces: string[], flags: MockFlags): Promise<void> {
  const send = (message: WorkerMessage) => process.send?.(message)
  try {
    const { mock, description } = await start(interfaces, flags, flags.state !== undefined)
    stopOnSignal(() => mock.close())
    send({ description })
  } catch (error) {
    send({ failure: await describeFailure(error) })
  }
}

async function start(interfaces: string[], flags: MockFlags, reachesAll: boolean) {
  const { seed, collections, tlsCert, tlsKey, control: when, log: form, quiet, verbose, strict, ...options } = flags
  const control = reachesAll && (when === 'on' || Boolean(flags.controlToken))
  if (reachesAll && !control)
    console.error('no control token is set, so the control plane is off, except for /_control/health')
  const logForm = form ?? (process.stdout.isTTY && !quiet ? 'text' : undefined)
  const workspace = await openInterfaces(interfaces, flags)
  printLeftOut(workspace, verbose)
  const onStart = () => console.error('The pages of the docs are being made; the first one takes a moment.')
  const corrections = await correctionsFrom(collections, workspace)
  const tlsFlags = { ca: '', cert: '--tls-cert', key: '--tls-key' }
  const { cert, key } = readTlsFiles({ cert: tlsCert, key: tlsKey }, tlsFlags)
  const seeded = seed && (await import('../../contract/yaml-file.ts')).readYamlPart(seed)
  const mock = await startMock({
    ...options,
    ...(corrections && { corrections }),
    log: logForm && createRequestLog(process.stdout, { form: logForm, verbose }),
    strict: strict === true ? 'on' : (strict ?? 'off'),
    ...(seeded && { seed: seeded.data ?? {} }),
    ...(cert !== undefined && key !== undefined && { tls: { cert, key } }),
    stateEngine: stateEngineOf(flags),
    workspace,
    control,
    whyNoControl: reachesAll
      ? 'The mock has no control token: set RULEBOUND_CONTROL_TOKEN, or give --control-token.'
      : 'It would reach only one of the processes that share this port: add --state valkey://host:6379, or leave out --workers.',
    fallback: createDocs({ recipe: workspace.recipe, onStart }),
  }).catch(async (error: unknown) => {
    throw error instanceof SeedError && seeded ? explainSeed(error, seeded) : await explainStart(error, flags)
  })
  return { mock, workspace, description: describeMock(mock, control) }
}

/** A refusal names the keys that are wrong, and the seed shows where they stand. */
function explainSeed({ message }: SeedError, { data, fault }: YamlPart): UserError {
  if (!Object.hasOwn(Object(data), 'interfaces'))
    return fault(
      Object.keys(Object(data)).slice(0, 1),
      'a seed begins with `interfaces`: write `interfaces: {orders: {records: …}}`',
    )
  const words = new Set(message.split(/[\s';,./]+/))
  const pathsIn = (value: unknown): string[][] =>
    Object.entries(isMapping(value) ? value : {}).flatMap(([key, member]) => [
      ...(words.has(key) ? [[key]] : []),
      ...pathsIn(member).map((path) => [key, ...path]),
    ])
  const named = (path: readonly string[]) => path.filter((key) => words.has(key)).length
  const [path = []] = pathsIn(data).sort((one, other) => named(other) - named(one))
  return fault(path, message.replaceAll(/Request body( property \S+)?/g, 'the seed'))
}

function stateEngineOf({
  statePrefix,
  stateCa,
  stateCert,
  stateKey,
  wait,
  waitReplicas,
}: MockFlags): StateEngineOptions {
  const { RULEBOUND_STATE_USER: user, RULEBOUND_STATE_PASSWORD: password } = process.env
  return { user, password, prefix: statePrefix, ca: stateCa, cert: stateCert, key: stateKey, wait, waitReplicas }
}

function describeMock({ origin, interfaces }: RunningMock, control: boolean): string {
  const rows = interfaces.flatMap(({ name, baseUrls, docsUrl }) =>
    baseUrls.map((baseUrl, index) => (index === 0 ? [name, baseUrl, docsUrl ?? ''] : ['', baseUrl, ''])),
  )
  const columns = [['interface', 'base URL', 'documentation'], ...rows]
  const hasDocs = interfaces.some(({ docsUrl }) => docsUrl !== undefined)
  const table = renderTable(hasDocs ? columns : columns.map((cells) => cells.slice(0, 2)))
  const list = control ? `\nCredentials and base URLs as JSON: ${origin}/_control/interfaces\n` : ''
  const pages = hasDocs ? `\nDocs: ${origin}/docs/\nRequests as they come: ${origin}/docs/live/\n` : ''
  return `${pages}\n${table}\n${list}${firstCall(interfaces)}`
}

/** The call that reads the first record that the mock starts with. */
function firstCall(interfaces: RunningMock['interfaces']): string {
  for (const { baseUrls, records, credentials } of interfaces) {
    const path = records.find((record) => record.path !== undefined)?.path
    if (path === undefined) continue
    const headers = Object.entries({ ...credentials[0]?.headers, accept: 'application/json' })
    const words = headers.map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`)
    return `\nTry:\n\n  curl ${words.join(' ')} ${shellQuote(`${baseUrls[0]}${path}`)}\n\n`
  }
  return ''
}
