import type { InterfaceSummary, RuntimeInterface } from '../../contract/runtime.ts'
import { banner, printJson } from './banner.ts'
import type { FileTree } from './tree.ts'
import type { Unit } from './units.ts'

/** The files about all interfaces that have a document, in the order of `redocly.yaml`. */
export function summarize(units: readonly Unit[], tree: FileTree): FileTree {
  const interfaces = units.flatMap((unit): InterfaceSummary[] => {
    const runtime = tree.get(`${unit.name}/runtime.json`)
    if (!unit.entry || runtime === undefined) return []
    const { name, prefix, title, mounts }: RuntimeInterface = JSON.parse(runtime)
    return [{ name, prefix, title, mounts }]
  })
  const head = banner('redocly.yaml and the documents that it names')
  return new Map([
    ['interfaces.json', printJson({ interfaces }, head)],
    ['operations.ts', printOperations(interfaces, head)],
  ])
}

/** Operations of each interface that can be mocked, so that the compiler knows the names of both. */
function printOperations(interfaces: readonly InterfaceSummary[], head: string[]): string {
  const mocked = interfaces.filter(({ prefix }) => !prefix.startsWith('_')).map(({ name }) => name)
  return [
    ...head.map((line) => `// ${line}`),
    '',
    '/** Operations by interface. */',
    'export interface InterfaceOperations {',
    ...mocked.map((name) => `  '${name}': import('./${name}/types.ts').operations`),
    '}',
    '',
  ].join('\n')
}
