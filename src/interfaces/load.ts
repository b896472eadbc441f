import type { ClientSample } from '../behaviour/client-sample.ts'
import type { InterfaceDefinition } from '../behaviour/definition.ts'
import type { StateDiagram } from '../behaviour/state-diagram.ts'
import type { InterfaceChecks } from '../check/check.ts'

/** The code of one interface for the mock. */
export async function loadDefinition(name: string): Promise<InterfaceDefinition> {
  return (await load<{ definition: InterfaceDefinition }>(name, 'definition')).definition
}

/** The checks of one interface. */
export async function loadChecks(name: string): Promise<InterfaceChecks<Record<string, unknown>>> {
  return (await load<{ checks: InterfaceChecks<Record<string, unknown>> }>(name, 'checks')).checks
}

/** The state diagram of an interface, if it has one. */
export async function loadDiagram(name: string): Promise<StateDiagram> {
  return (await load<{ diagram: StateDiagram }>(name, 'state-machine')).diagram
}

/** How samples use the client of an interface, if that differs from the usual. */
export async function loadClientSample(name: string): Promise<ClientSample> {
  return (await load<{ clientSample: ClientSample }>(name, 'client-sample')).clientSample
}

/** Loads a file from the folder of the interface's name beside this one; `.ts` here, `.js` in the package. */
function load<Module>(name: string, file: string): Promise<Module> {
  return import(new URL(`./${name}/${file}${import.meta.url.slice(-3)}`, import.meta.url).href)
}
