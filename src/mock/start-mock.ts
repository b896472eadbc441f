import { listInterfaces, loadRuntime, loadSlice } from '../interfaces/registry.ts'
import type { InterfaceSlice } from '../interfaces/slice.ts'
import { createControlSlice, type ServedInterface } from './control.ts'
import { createEngine, type Engine } from './engine.ts'
import { examplesOf } from './examples.ts'
import { createGateway, type Fallback, type WireRequest } from './gateway.ts'
import { type ListeningServer, listen } from './server.ts'
import { type Inhabitant, Sessions } from './sessions.ts'

export interface MockOptions {
  /** Names of the interfaces to serve; all when empty. */
  interfaces?: readonly string[]
  /** Default `127.0.0.1`. */
  host?: string
  /** 0, the default, lets the system choose. */
  port?: number
  /** Serves each interface on a port of its own too, at the root path. */
  portPerInterface?: boolean
  /** Answers paths that no interface owns. */
  fallback?: Fallback
  /** Hears why an answer was withheld; default: stderr. */
  onFault?: (reason: string) => void
}

export interface RunningMock {
  /** `http://127.0.0.1:4010` */
  origin: string
  interfaces: ServedInterface[]
  /** Loads an interface's generated files again; requests under way end with the old ones, and its records start anew. */
  reload(name: string): Promise<void>
  close(): Promise<void>
}

const control = 'mock-control'

/**
 * Starts the mock in this process.
 *
 * @throws {UnknownInterfaceError} for a name that `redocly.yaml` does not have
 * @throws {GeneratedFilesError} when `generated/` is missing or unreadable
 * @throws {NodeJS.ErrnoException} when the port cannot be had (`EADDRINUSE`, `EACCES`)
 */
export async function startMock(options: MockOptions = {}): Promise<RunningMock> {
  const {
    host = '127.0.0.1',
    port = 0,
    portPerInterface = false,
    onFault = (reason) => console.error(reason),
  } = options
  const sessions = new Sessions()
  const gateway = createGateway(sessions, options.fallback ?? (async () => undefined))
  const install = (name: string, slice: InterfaceSlice) => {
    const runtime = loadRuntime(name)
    const engine = createEngine({ runtime, slice, onFault: (reason) => onFault(`${name}: ${reason}`) })
    gateway.install(engine, inhabitantOf(engine))
    return engine
  }
  const engines: Engine[] = []
  for (const name of selectInterfaces(options.interfaces ?? [])) engines.push(install(name, await loadSlice(name)))

  const servers: ListeningServer[] = []
  const open = async (answer: (request: WireRequest) => ReturnType<typeof gateway.handle>, at: number) => {
    const server = await listen(answer, { host, port: at })
    servers.push(server)
    return `http://${host.includes(':') ? `[${host}]` : host}:${server.port}`
  }
  const close = async () => {
    await Promise.all(servers.map((server) => server.close()))
  }

  try {
    const origin = await open(gateway.handle, port)
    const served: ServedInterface[] = []
    for (const { runtime, slice } of engines) {
      const { name, prefix, title, version, mounts } = runtime
      const bases = [`${origin}/${prefix}`]
      if (portPerInterface) bases.push(await open((request) => gateway.handleAs(prefix, request), 0))
      const baseUrls = bases.flatMap((base) => mounts.map((mount) => base + mount))
      served.push({
        name,
        title,
        version,
        baseUrls,
        docsUrl: `${origin}/docs/${name}/`,
        credentials: slice.credentials,
      })
    }
    install(control, createControlSlice(served))
    return {
      origin,
      interfaces: served,
      async reload(name) {
        install(name, await loadSlice(name))
        sessions.forget(name)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** A name was asked for that no interface has. */
export class UnknownInterfaceError extends Error {
  override readonly name = 'UnknownInterfaceError'
}

function selectInterfaces(names: readonly string[]): string[] {
  const known = listInterfaces()
    .map(({ name }) => name)
    .filter((name) => name !== control)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown) throw new UnknownInterfaceError(`unknown interface '${unknown}'; known are ${known.join(', ')}`)
  return known.filter((name) => names.length === 0 || names.includes(name))
}

function inhabitantOf({ runtime, slice }: Engine): Inhabitant {
  return { name: runtime.name, slice, seed: async (store) => slice.seed?.(store, examplesOf(runtime)) }
}
