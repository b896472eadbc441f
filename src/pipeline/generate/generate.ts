import { join, relative, resolve } from 'node:path'
import { stringify } from 'yaml'
import { contractOf, type InterfaceSummary } from '../../contract/contract.ts'
import type { ReadOptions } from '../../contract/published/read-document.ts'
import { UserError } from '../../user-error.ts'
import { hasSpecFolders, selectEntries } from '../../workspace/entries.ts'
import { isPath } from '../../workspace/find-root.ts'
import { openWorkspace } from '../../workspace/open-workspace.ts'
import { selectNamed } from '../../workspace/select-named.ts'
import { isFromDocument } from '../../workspace/workspace.ts'
import { banner, printJson } from './print.ts'
import { listSourceFolders, type SourceFolder } from './source-folders.ts'
import { type Differences, type FileTree, readTree, updateTree } from './tree.ts'
import { type Int64, printTypes } from './types/print-types.ts'

export interface GenerateOptions extends ReadOptions {
  check?: boolean
  int64?: Int64 | undefined
}

/**
 * Brings `generated/` up to date with the documents. Writes nothing before everything is rendered, so that a fault in a source changes no
 * file.
 *
 * @param base the root of the workspace, or the folder that gets `generated/`, with a slash at its end
 * @param words interfaces to look at, or paths of documents; all when empty
 * @param options `check` writes nothing; `int64` is how types show it, by default as the files have it; the others say how documents
 *   are read
 * @returns the files that were not what the sources give, by path below `generated/`
 * @throws {UserError} with file, line and column for each fault in the sources
 */
export async function generate(
  base: string,
  words: readonly string[] = [],
  options: GenerateOptions = {},
): Promise<Differences> {
  const output = join(base, 'generated')
  if (!hasSpecFolders(base)) return generateDocuments(base, output, words, options)
  if (options.int64) throw new UserError('--int64 is for documents, and not for the folders of specs/; leave it out')
  const folders = listSourceFolders(base)
  const before = readTree(output)
  const rendered = await renderFolders(selectNamed(words, folders), base)
  return updateTree(output, composeTree(folders, rendered, before), before, options.check)
}

/**
 * For each document its bundle, `<name>/openapi.yaml`, its types and a client with the runtime that it stands on. Other files of `generated/`
 * are the user's.
 */
async function generateDocuments(
  base: string,
  output: string,
  words: readonly string[],
  { check, int64, ...options }: GenerateOptions,
): Promise<Differences> {
  if (!words.some(isPath)) selectEntries(base, words)
  const { interfaces } = await openWorkspace({ words, from: base, ...options })
  const tree = new Map<string, string>()
  const present = readTree(output)
  for (const { name, contract, published } of interfaces.filter(isFromDocument)) {
    const { document } = contract
    const [, kept] = /^.*`.* --int64 (bigint|string)`/.exec(present.get(`${name}/types.ts`) ?? '') ?? []
    const chosen = int64 ?? (kept as Int64 | undefined) ?? 'number'
    const option = chosen === 'number' ? '' : ` --int64 ${chosen}`
    const head = banner(relative(base, resolve(published.file)), `npx rulebound generate${option}`)
    tree.set(`${name}/openapi.yaml`, `# ${head}\n${stringify(document, { lineWidth: 0 })}`)
    tree.set(`${name}/types.ts`, await printTypes(document, head, chosen))
    const { clientFiles } = await import('./client/client-files.ts')
    for (const [file, text] of clientFiles(contract, head, base)) tree.set(`${name}/${file}`, text)
  }
  const names = [...tree.keys()].map((file) => file.split('/')[0])
  // What a former run wrote of the runtime and is no longer used goes; other files are the user's.
  const isOurs = (file: string) => tree.has(file) || names.some((name) => file.startsWith(`${name}/runtime/`))
  const before = new Map([...present].filter(([file]) => isOurs(file)))
  return updateTree(output, tree, before, check)
}

/** Files by folder, and in it by their names. */
type RenderedFolders = ReadonlyMap<string, Readonly<Record<string, string>>>

async function renderFolders(folders: readonly SourceFolder[], base: string): Promise<RenderedFolders> {
  // The libraries behind it take a second to load.
  const { renderFolder } = await import('./render-folder.ts')
  const rendered = new Map<string, Record<string, string>>()
  const faults = new Set<string>()
  for (const folder of folders) {
    try {
      rendered.set(folder.name, await renderFolder(folder, base))
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      // Each interface that uses a shared file reports the faults in it.
      for (const line of error.message.split('\n')) faults.add(line)
    }
  }
  if (faults.size > 0) throw new UserError([...faults].join('\n'))
  return rendered
}

/** The rendered files, the files of `before` for folders that were not rendered, and the files about all interfaces. */
function composeTree(folders: readonly SourceFolder[], rendered: RenderedFolders, before: FileTree): FileTree {
  const files = folders.flatMap(({ name }) => {
    const made = rendered.get(name)
    if (!made) return [...before].filter(([file]) => file.startsWith(`${name}/`))
    return Object.entries(made).map(([file, text]): [string, string] => [`${name}/${file}`, text])
  })
  return new Map([...files, ...summarize(folders, new Map(files))])
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
