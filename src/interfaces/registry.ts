import { readFileSync } from 'node:fs'
import type { InterfaceChecks } from './check.ts'
import type { InterfaceSummary, RuntimeInterface } from './runtime.ts'
import type { InterfaceSlice } from './slice.ts'
import type { StateDiagram } from './state-diagram.ts'

const generated = new URL('../../generated/', import.meta.url)

/** `generated/` cannot be read: it is missing, or was written by something else. */
export class GeneratedFilesError extends Error {
  override readonly name = 'GeneratedFilesError'
}

/** Every interface that has a document, in the order of `redocly.yaml`. */
export function listInterfaces(): InterfaceSummary[] {
  return readGenerated<{ interfaces: InterfaceSummary[] }>('interfaces.json').interfaces
}

/** What was generated of one interface for the mock. */
export function loadRuntime(name: string): RuntimeInterface {
  return readGenerated<RuntimeInterface>(`${name}/runtime.json`)
}

/** What the mock knows of one interface beyond its document: the folder of its name beside this file. */
export async function loadSlice(name: string): Promise<InterfaceSlice> {
  const module: { slice: InterfaceSlice } = await import(`./${name}/slice.ts`)
  return module.slice
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

function readGenerated<T>(file: string): T {
  try {
    return JSON.parse(readFileSync(new URL(file, generated), 'utf8'))
  } catch (error) {
    const reason =
      (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is missing' : `cannot be read: ${(error as Error).message}`
    throw new GeneratedFilesError(`generated/${file} ${reason}; run: npm run generate`)
  }
}
