import { join, relative, resolve } from 'node:path'
import { stringify } from 'yaml'
import { contractOf, type InterfaceSummary } from '../../contract/contract.ts'
import type { ReadOptions } from '../../contract/published/read-document.ts'
import { UserError } from '../../user-error.ts'
import { openFolder, selectEntries, type WorkspaceFolder } from '../../workspace/entries.ts'
import { isPath } from '../../workspace/find-root.ts'
import { openWorkspace } from '../../workspace/open-workspace.ts'
import { selectNamed } from '../../workspace/select-named.ts'
import { banner, printJson } from './print.ts'
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
  const present = readTree(output)
  const folder = words.some(isPath) ? undefined : openFolder(base)
  const isOfFolders = folder?.catalogueSchema !== undefined
  const parts = isOfFolders ? folderParts(folder, options) : await documentParts(base, words, options, present)
  const chosen = isOfFolders ? selectNamed(words, parts) : parts
  const made = await renderAll(chosen)
  const isOf = (file: string, names: readonly { name: string }[], below = '') =>
    names.some(({ name }) => file.startsWith(`${name}/${below}`))
  if (!isOfFolders) {
    // What a former run wrote of the runtime and is no longer used goes; other files are the user's.
    const before = [...present].filter(([file]) => made.has(file) || isOf(file, chosen, 'runtime/'))
    return updateTree(output, made, new Map(before), options.check)
  }
  const files = [...made, ...[...present].filter(([file]) => isOf(file, parts) && !isOf(file, chosen))]
  return updateTree(output, new Map([...files, ...summarize(parts, new Map(files))]), present, options.check)
}

/** What is generated of an interface, or of a catalogue. */
interface GeneratedPart {
  name: string
  hasDocument: boolean
  /** Files by their paths below the folder of its name. */
  render(): Promise<Readonly<Record<string, string>>>
}

function folderParts({ base, sources }: WorkspaceFolder, { int64 }: GenerateOptions): GeneratedPart[] {
  if (int64) throw new UserError('--int64 is for documents, and not for the folders of specs/; leave it out')
  return sources.map((folder) => ({
    name: folder.name,
    hasDocument: folder.entry !== undefined,
    // The libraries behind it take a second to load.
    render: async () => (await import('./render-folder.ts')).renderFolder(folder, base),
  }))
}

/** Of each document its bundle, `<name>/openapi.yaml`, its types and a client with the runtime that it stands on. */
async function documentParts(
  base: string,
  words: readonly string[],
  { check: _, int64, ...options }: GenerateOptions,
  present: FileTree,
): Promise<GeneratedPart[]> {
  if (!words.some(isPath)) selectEntries(base, words)
  const { interfaces } = await openWorkspace({ words, from: base, ...options })
  return interfaces.flatMap(({ name, contract, published }) => {
    if (!published) return []
    const render = async () => {
      const [, kept] = /^.*`.* --int64 (bigint|string)`/.exec(present.get(`${name}/types.ts`) ?? '') ?? []
      const chosen = int64 ?? (kept as Int64 | undefined) ?? 'number'
      const option = chosen === 'number' ? '' : ` --int64 ${chosen}`
      const { file, shownAs } = published
      const head = banner(file === shownAs ? relative(base, resolve(file)) : shownAs, `npx rulebound generate${option}`)
      const { clientFiles } = await import('./client/client-files.ts')
      return {
        'openapi.yaml': `# ${head}\n${stringify(contract.document, { lineWidth: 0 })}`,
        'types.ts': await printTypes(contract.document, head, chosen),
        ...Object.fromEntries(clientFiles(contract, head, base)),
      }
    }
    return [{ name, hasDocument: true, render }]
  })
}

async function renderAll(parts: readonly GeneratedPart[]): Promise<Map<string, string>> {
  const made = new Map<string, string>()
  const faults = new Set<string>()
  for (const { name, render } of parts) {
    try {
      for (const [file, text] of Object.entries(await render())) made.set(`${name}/${file}`, text)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      // Each interface that uses a shared file reports the faults in it.
      for (const line of error.message.split('\n')) faults.add(line)
    }
  }
  if (faults.size > 0) throw new UserError([...faults].join('\n'))
  return made
}

/** The files about all interfaces that have a document, in the order of `redocly.yaml`. */
function summarize(parts: readonly GeneratedPart[], tree: FileTree): FileTree {
  const interfaces = parts.flatMap(({ name, hasDocument }): InterfaceSummary[] => {
    const document = tree.get(`${name}/openapi.json`)
    if (!hasDocument || document === undefined) return []
    const { prefix, title, mounts } = contractOf(name, JSON.parse(document))
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
