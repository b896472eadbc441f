import { join } from 'node:path'
import { contractOf, type InterfaceSummary } from '../../contract/contract.ts'
import { UserError } from '../../user-error.ts'
import { selectNamed } from '../../workspace/select-named.ts'
import { banner, printJson } from './print.ts'
import { listSourceFolders, type SourceFolder } from './source-folders.ts'
import { compareTrees, type Differences, type FileTree, readTree, writeTree } from './tree.ts'

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
  const folders = listSourceFolders(base)
  const output = join(base, 'generated')
  const before = readTree(output)
  const tree = composeTree(folders, await renderFolders(selectNamed(names, folders), base), before)
  const differences = compareTrees(tree, before)
  if (!check) writeTree(output, tree, differences)
  return differences
}

/** The files of each folder, by its name. */
type RenderedFolders = ReadonlyMap<string, Readonly<Record<string, string>>>

async function renderFolders(folders: readonly SourceFolder[], base: string): Promise<RenderedFolders> {
  // The libraries behind it take a second to load.
  const { renderFolder } = await import('./render-folder.ts')
  const rendered = new Map<string, Record<string, string>>()
  const faults: string[] = []
  for (const folder of folders) {
    await renderFolder(folder, base).then(
      (files) => rendered.set(folder.name, files),
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

/** The rendered files, the files of `before` for folders that were not rendered, and the files about all interfaces. */
function composeTree(folders: readonly SourceFolder[], rendered: RenderedFolders, before: FileTree): FileTree {
  const tree = new Map<string, string>()
  for (const { name } of folders) {
    const files = rendered.get(name)
    const kept = [...before].filter(([file]) => file.startsWith(`${name}/`))
    const entries = files ? Object.entries(files).map(([file, text]) => [`${name}/${file}`, text] as const) : kept
    for (const [file, text] of entries) tree.set(file, text)
  }
  return new Map([...tree, ...summarize(folders, tree)])
}

/** The files about all interfaces that have a document, in the order of `redocly.yaml`. */
function summarize(folders: readonly SourceFolder[], tree: FileTree): FileTree {
  const interfaces = folders.flatMap((folder): InterfaceSummary[] => {
    const document = tree.get(`${folder.name}/openapi.json`)
    if (!folder.entry || document === undefined) return []
    const { name, prefix, title, mounts } = contractOf(folder.name, JSON.parse(document))
    return [{ name, prefix, title, mounts }]
  })
  const head = banner('redocly.yaml and the documents that it names')
  return new Map([
    ['interfaces.json', printJson({ interfaces }, head)],
    ['operations.ts', printOperations(interfaces, head)],
  ])
}

/** Operations of each interface that can be mocked, so that the compiler knows the names of both. */
function printOperations(interfaces: readonly InterfaceSummary[], head: string): string {
  const mocked = interfaces.filter(({ prefix }) => !prefix.startsWith('_')).map(({ name }) => name)
  return [
    `// ${head}`,
    '',
    '/** Operations by interface. */',
    'export interface InterfaceOperations {',
    ...mocked.map((name) => `  '${name}': import('./${name}/types.ts').operations`),
    '}',
    '',
  ].join('\n')
}
