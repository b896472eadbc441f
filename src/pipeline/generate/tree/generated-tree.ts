import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { InterfaceSummary, RuntimeInterface } from '../../../contract/runtime.ts'
import { banner, printJson } from '../banner.ts'
import type { RenderedFiles } from '../render-unit.ts'
import type { Unit } from '../units.ts'
import { filesBelow } from './fingerprint.ts'
import type { summaryFiles } from './freshness.ts'

/** All of `generated/`: contents by path below it. */
export type GeneratedTree = ReadonlyMap<string, string>

/** The tree on disk; empty if there is none. */
export function readTree(folder: string): GeneratedTree {
  const files = filesBelow(folder)
  return new Map(files.map((file) => [relative(folder, file).replaceAll(sep, '/'), readFileSync(file, 'utf8')]))
}

/** The tree of these units: the rendered files, the files of `before` for units that were not rendered, and the files about all. */
export function composeTree(
  units: readonly Unit[],
  rendered: ReadonlyMap<string, RenderedFiles>,
  before: GeneratedTree = new Map(),
): GeneratedTree {
  const kept = Map.groupBy(before, ([file]) => file.slice(0, file.indexOf('/')))
  const tree = new Map<string, string>()
  for (const { name } of units) {
    const files = rendered.get(name)
    const entries = files
      ? Object.entries(files).map(([file, text]) => [`${name}/${file}`, text] as const)
      : (kept.get(name) ?? [])
    for (const [file, text] of entries) tree.set(file, text)
  }
  for (const [file, text] of Object.entries(summarize(units, tree))) tree.set(file, text)
  return tree
}

/** The interfaces of a tree that have a document, in the order of `redocly.yaml`. */
export function interfacesOf(tree: GeneratedTree): InterfaceSummary[] {
  return JSON.parse(tree.get('interfaces.json') ?? '{"interfaces":[]}').interfaces
}

/** The same for the tree on disk. */
export function readInterfaces(base: string): InterfaceSummary[] {
  return JSON.parse(readFileSync(join(base, 'generated/interfaces.json'), 'utf8')).interfaces
}

function summarize(units: readonly Unit[], tree: GeneratedTree): Record<(typeof summaryFiles)[number], string> {
  const interfaces = units.flatMap((unit): InterfaceSummary[] => {
    const runtime = tree.get(`${unit.name}/runtime.json`)
    if (!unit.entry || runtime === undefined) return []
    const { name, prefix, title, mounts }: RuntimeInterface = JSON.parse(runtime)
    return [{ name, prefix, title, mounts }]
  })
  const head = banner('redocly.yaml and the documents that it names')
  return {
    'interfaces.json': printJson({ interfaces }, head),
    'operations.ts': printOperations(interfaces, head),
  }
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
