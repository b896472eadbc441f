import type { InterfaceDefinition } from '../behaviour/definition.ts'
import type { StateDiagram } from '../behaviour/state-diagram.ts'
import type { InterfaceChecks } from '../check/check.ts'

/** What the mock knows of one interface beyond its document: the folder of its name beside this file. */
export async function loadDefinition(name: string): Promise<InterfaceDefinition> {
  const module: { definition: InterfaceDefinition } = await import(`./${name}/definition.ts`)
  return module.definition
}

/** The checks of one interface: `checks.ts` in the folder of its name. */
export async function loadChecks(name: string): Promise<InterfaceChecks<Record<string, unknown>>> {
  const module: { checks: InterfaceChecks<Record<string, unknown>> } = await import(`./${name}/checks.ts`)
  return module.checks
}

/** What something of an interface goes through: `state-machine.ts` in the folder of its name, where there is one. */
export async function loadDiagram(name: string): Promise<StateDiagram> {
  const module: { diagram: StateDiagram } = await import(`./${name}/state-machine.ts`)
  return module.diagram
}
