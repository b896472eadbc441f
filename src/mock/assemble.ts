import type { components } from '../../generated/mock-control/types.ts'
import type { InterfaceDefinition } from '../behaviour/definition.ts'
import type { Contract } from '../contract/contract.ts'
import { createControlDefinition } from './control/definition.ts'
import { writeSeeds } from './control/interfaces.ts'
import { type Gauges, Metrics } from './control/metrics.ts'
import type { Served } from './control/served.ts'
import { createEngine, type Engine, type EngineOptions } from './engine.ts'
import { examplesOf } from './examples.ts'
import { createGateway, type Fallback, type Gateway } from './gateway.ts'
import type { LogRequest } from './session/request-log.ts'
import { type MountedInterface, Session } from './session/session.ts'
import type { SessionRegistry } from './session/sessions.ts'

/** Records and conditions in the form in which the control plane takes them. */
export type Seed = components['schemas']['Seed']

/** An interface as the mock loads it. */
export interface LoadedInterface {
  contract: Contract
  definition: InterfaceDefinition
}

interface Parts extends Omit<EngineOptions, 'contract' | 'definition'> {
  /** Interfaces to serve. */
  interfaces: readonly LoadedInterface[]
  /** The document of the control plane; undefined leaves it out. */
  control: Contract | undefined
  sessions: SessionRegistry
  fallback?: Fallback | undefined
  controlToken?: string | undefined
  /** Default: always. */
  isReady?(): boolean
  /** Figures of the Valkey or Redis that keeps the sessions, for the metrics. */
  stateEngine?: (() => Gauges['stateEngine']) | undefined
  /** Records and conditions for each new session, beside the documented records. */
  seed?: Seed | undefined
  /** Called with each request. */
  log?: LogRequest | undefined
  /** Wraps the engine of each interface and of the control plane. */
  wrap?: ((engine: Engine) => Engine) | undefined
}

/** A mock without its sockets. */
export interface Assembly {
  gateway: Gateway
  /** The served interfaces by name. Their addresses are filled in when they are known. */
  served: Map<string, Served>
  /** Serves an interface anew, or one more. */
  reload(loaded: LoadedInterface): Promise<void>
}

/** Creates the engines of the interfaces and of the control plane, and a gateway in front of them. */
export function assemble(parts: Parts): Assembly {
  const { interfaces, control, sessions, controlToken, seed, onFault, log, stateEngine } = parts
  const { fallback = async () => undefined, isReady = () => true, wrap = (engine) => engine, strict = 'off' } = parts
  const metrics = new Metrics()
  const gateway = createGateway(sessions, fallback, { log, metrics })
  const served = new Map<string, Served>()
  const create = (loaded: LoadedInterface) =>
    createEngine({ ...parts, ...loaded, onFault: (reason) => onFault(`${loaded.contract.name}: ${reason}`) })

  const mount = (loaded: LoadedInterface) => {
    const engine = wrap(create(loaded))
    const { name } = loaded.contract
    const mounted = mountedInterfaceOf(engine, seed)
    gateway.mount(engine, mounted)
    served.set(name, { baseUrls: [], docsUrl: undefined, ...served.get(name), engine, mounted })
  }

  for (const one of interfaces) mount(one)
  if (control) {
    // While a node of a state engine is lost, the sessions cannot be counted, and the other figures matter most.
    const count = async () => sessions.count()
    const renderMetrics = async () =>
      metrics.render({ sessions: await count().catch(() => undefined), stateEngine: stateEngine?.() })
    const definition = createControlDefinition({ sessions, served, strict, isReady, renderMetrics }, controlToken)
    const controlEngine = wrap(create({ contract: control, definition }))
    // The control plane belongs to no session, and keeps no records.
    gateway.mountControlPlane(controlEngine, new Session('').state(mountedInterfaceOf(controlEngine)))
  }
  return {
    gateway,
    served,
    async reload(loaded) {
      mount(loaded)
      await sessions.forget(loaded.contract.name)
    },
  }
}

function mountedInterfaceOf({ contract, definition }: Engine, seed?: Seed): MountedInterface {
  return {
    name: contract.name,
    definition,
    async seed(store) {
      await definition.seed?.(store, examplesOf(contract))
      await writeSeeds(seed?.interfaces[contract.name] ?? {}, store)
    },
  }
}
