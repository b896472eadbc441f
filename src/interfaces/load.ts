import type { ClientSample } from '../behaviour/client-sample.ts'
import type { InterfaceDefinition } from '../behaviour/definition.ts'
import type { StateDiagram } from '../behaviour/state-diagram.ts'
import type { InterfaceChecks } from '../check/check.ts'
import { findOwnInterface } from '../workspace/interfaces.ts'

type Checks = InterfaceChecks<Record<string, unknown>>

/** The code of one interface for the mock. An interface of the user may have none. */
export async function loadDefinition(name: string): Promise<InterfaceDefinition> {
  const { definition } = await load<{ definition: InterfaceDefinition }>(name, 'definition')
  return definition
}

/** The definition that a user has written; undefined if there is none. */
export async function loadOwnDefinition(name: string): Promise<InterfaceDefinition | undefined> {
  return (await loadOwn<{ definition: InterfaceDefinition }>(name, 'definition'))?.definition
}

export async function loadChecks(name: string): Promise<Checks> {
  if (!findOwnInterface(name)) return (await load<{ checks: Checks }>(name, 'checks')).checks
  const own = await loadOwn<{ checks: Checks }>(name, 'checks')
  return own?.checks ?? { roles: { anyone }, samples: [], checks: {} }
}

const anyone = { description: 'A caller without a credential.', values: {}, onMock: {} }

export async function loadDiagram(name: string): Promise<StateDiagram> {
  return (await load<{ diagram: StateDiagram }>(name, 'state-machine')).diagram
}

/** How samples use the client of an interface, if that differs from the usual. */
export async function loadClientSample(name: string): Promise<ClientSample> {
  return (await load<{ clientSample: ClientSample }>(name, 'client-sample')).clientSample
}

/** What it needs is loaded only for interfaces of the user. */
async function loadOwn<Module>(name: string, file: string): Promise<Module | undefined> {
  const { loadOwnCode } = await import('../workspace/load-own-code.ts')
  return loadOwnCode<Module>(name, file)
}

/** Loads a file from the folder of the interface's name beside this one; `.ts` here, `.js` in the package. */
function load<Module>(name: string, file: string): Promise<Module> {
  return import(new URL(`./${name}/${file}${import.meta.url.slice(-3)}`, import.meta.url).href)
}
