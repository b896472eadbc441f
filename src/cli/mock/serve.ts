import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createDocs } from '../../docs/docs.ts'
import { startMock } from '../../mock/start-mock.ts'
import type { StateEngineOptions } from '../../mock/storage/valkey/endpoint.ts'
import { UserError } from '../../user-error.ts'
import { describeMock } from '../describe-mock.ts'
import { openInterfaces, printLeftOut } from '../open-words.ts'
import { explain } from '../start-failure.ts'
import { stopOnSignal } from '../stop-on-signal.ts'
import type { MockFlags } from './flags.ts'
import { createRequestLog } from './request-log.ts'

/** Message of a worker to the process that leads the workers, which prints it once. */
export type WorkerMessage = { description: string } | { failure: string }

/**
 * Serves the mock in this process, until a signal ends it.
 *
 * @throws {UserError} when it cannot start
 */
export async function serve(interfaces: string[], flags: MockFlags): Promise<void> {
  const description = await start(interfaces, flags, true)
  // A log collector expects only objects on stdout.
  const stream = flags.log === 'json' ? process.stderr : process.stdout
  stream.write(description)
}

/** Prints which paths of documents keep records. */
export async function printState(
  interfaces: string[],
  { allowFiles, collections }: Pick<MockFlags, 'allowFiles' | 'collections'>,
): Promise<void> {
  const workspace = await openInterfaces(interfaces, allowFiles)
  const { describeCollections, findCollections } = await import('../../contract/collections/collections.ts')
  const corrections = collections === undefined ? {} : await readCorrections(collections)
  for (const { contract } of workspace.interfaces) {
    const lines = describeCollections(findCollections([...contract.operations.values()], corrections))
    console.log([contract.name, ...(lines.length > 0 ? lines : ['no path keeps records'])].join('\n  '))
  }
}

/** Serves the mock in one of several processes. The control plane is on only if it reaches all of them. */
export async function serveAsWorker(interfaces: string[], flags: MockFlags): Promise<void> {
  const send = (message: WorkerMessage) => process.send?.(message)
  try {
    send({ description: await start(interfaces, flags, flags.state !== undefined) })
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    send({ failure: error.message })
  }
}

async function start(interfaces: string[], flags: MockFlags, reachesAll: boolean): Promise<string> {
  const { seed, tlsCert, tlsKey, control: when, log: form, quiet, verbose, strict, ...options } = flags
  const control = reachesAll && (when === 'on' || Boolean(flags.controlToken))
  if (reachesAll && !control)
    console.error('no control token is set, so the control plane is off, except for /_control/health')
  const logForm = form ?? (process.stdout.isTTY && !quiet ? 'text' : undefined)
  const workspace = await openInterfaces(interfaces, flags.allowFiles)
  printLeftOut(workspace, verbose)
  const onStart = () => console.error('The pages of the docs are being made; the first one takes a moment.')
  const mock = await startMock({
    ...options,
    ...(flags.collections !== undefined && { corrections: await readCorrections(flags.collections) }),
    log: logForm && createRequestLog(process.stdout, { form: logForm, verbose }),
    strict: strict === true ? 'on' : (strict ?? 'off'),
    ...(seed !== undefined && { seed: readYaml(seed) }),
    ...(tlsCert !== undefined && tlsKey !== undefined && { tls: { cert: readText(tlsCert), key: readText(tlsKey) } }),
    stateEngine: stateEngineOf(flags),
    workspace,
    control,
    whyNoControl: reachesAll
      ? 'The mock has no control token: set RULEBOUND_CONTROL_TOKEN, or give --control-token.'
      : 'It would reach only one of the processes that share this port: add --state valkey://host:6379, or leave out --workers.',
    fallback: createDocs({ recipe: workspace.recipe, onStart }),
  }).catch((error: unknown) => {
    throw explain(error, flags)
  })
  stopOnSignal(() => mock.close())
  return describeMock(mock, { control })
}

/** What reads them is loaded on demand, since most mocks have none. */
async function readCorrections(file: string) {
  return (await import('../documents.ts')).readCorrections(file)
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

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UserError(`${file} cannot be read: ${(error as Error).message.split(',')[0]}`)
  }
}

function readYaml(file: string): unknown {
  // The bundler gives an imported package of this kind no named exports.
  const { parse }: typeof import('yaml') = createRequire(import.meta.url)('yaml')
  const text = readText(file)
  try {
    return parse(text) ?? {}
  } catch (error) {
    throw new UserError(`${file} is not YAML: ${(error as Error).message.split('\n')[0]}`)
  }
}
