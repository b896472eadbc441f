import { join } from 'node:path'
import type { InterfaceSummary, RuntimeInterface } from '../../contract/runtime.ts'
import { UserError } from '../../user-error.ts'
import { selectNamed } from '../../workspace/select-named.ts'
import { banner, printJson } from './banner.ts'
import { compareTrees, type Differences, type FileTree, readTree, writeTree } from './tree.ts'
import { listUnits, type Unit } from './units.ts'

/**
 * Brings `generated/` up to date with `specs/`. Writes nothing before everything is rendered, so that a fault in a source changes no file.
 *
 * @param base the repository's root, with a trailing slash
 * @param names interfaces to look at; all when empty
 * @param check writes nothing
 * @returns the files that were not what the sources give, by path below `generated/`
 * @throws {UserError} with file, line and column for each fault in the sources
 */
export async function generate(base: string, names: readonly string[] = [], check = false): Promise<Differences> {
  const units = listUnits(base)
  const folder = join(base, 'generated')
  const before = readTree(folder)
  const tree = composeTree(units, await renderUnits(selectNamed(names, units), base), before)
  const differences = compareTrees(tree, before)
  if (!check) writeTree(folder, tree, differences)
  return differences
}

/** The files of each unit, by its name. */
type RenderedUnits = ReadonlyMap<string, Readonly<Record<string, string>>>

async function renderUnits(units: readonly Unit[], base: string): Promise<RenderedUnits> {
  // The libraries behind it take a second to load.
  const { renderUnit } = await import('./render-unit.ts')
  const rendered = new Map<string, Record<string, string>>()
  const faults: string[] = []
  for (const unit of units) {
    await renderUnit(unit, base).then(
      (files) => rendered.set(unit.name, files),
      (error: Error) => {
        if (!(error instanceof UserError)) throw error
        faults.push(...error.message.split('\n'))
      },
    )
  }
  // Each interface that uses a shared file reports the faults in it.
  if (faults.length > 0) throw new UserError([...new Set(faults)].join('\n'))
  return rendered
}

/** The rendered files, the files of `before` for units that were not rendered, and the files about all interfaces. */
function composeTree(units: readonly Unit[], rendered: RenderedUnits, before: FileTree): FileTree {
  const tree = new Map<string, string>()
  for (const { name } of units) {
    const files = rendered.get(name)
    const kept = [...before].filter(([file]) => file.startsWith(`${name}/`))
    const entries = files ? Object.entries(files).map(([file, text]) => [`${name}/${file}`, text] as const) : kept
    for (const [file, text] of entries) tree.set(file, text)
  }
  return new Map([...tree, ...summarize(units, tree)])
}

/** The files about all interfaces that have a document, in the order of `redocly.yaml`. */
function summarize(units: readonly Unit[], tree: FileTree): FileTree {
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
