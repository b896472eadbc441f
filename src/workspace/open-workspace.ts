import { bundled, openBundled } from './bundled.ts'
import type { InterfaceEntry } from './entries.ts'
import { findRoot, isPath, withoutDocuments } from './find-root.ts'
import { root } from './root.ts'
import { selectNamed } from './select-named.ts'
import { type Workspace, type WorkspaceInterface, type WorkspaceRecipe, withLookUp } from './workspace.ts'

/**
 * Opens what the words name: interfaces of the workspace, bundled ones, and documents; without a word, the whole workspace, or else the
 * bundled interfaces. A name of the workspace hides a bundled one.
 *
 * @throws {UserError} with one line for each fault, for documents that cannot be read, and for a name that no interface has
 */
export async function openWorkspace(recipe: WorkspaceRecipe): Promise<Workspace> {
  const { words, from } = recipe
  const ours = openBundled()
  const found = findRoot(from)
  const [files, names] = [words.filter(isPath), words.filter((word) => !isPath(word))]
  // The repository of the bundled interfaces has them in `generated/`.
  const base = found === root || (files.length > 0 && names.length === 0) ? undefined : found
  const entries = base === undefined ? [] : (await import('./entries.ts')).listEntries(base)
  const libraries = ours.libraries.filter(({ name }) => words.includes(name))
  selectNamed(names, [...entries, ...ours.interfaces, ...libraries])
  const own = await readDocuments(recipe, base, entries, files)
  const isOwn = new Set(own.map(({ name }) => name))
  const known = [...own, ...ours.interfaces.filter(({ name }) => !isOwn.has(name))]
  const isAllBundled = words.length === 0 && own.length === 0
  const interfaces = known.filter(({ name }) => isAllBundled || isOwn.has(name) || names.includes(name))
  const remarks = ours.interfaces.flatMap(({ name }) =>
    isOwn.has(name) ? [`${name}: of this workspace, and not the bundled interface`] : [],
  )
  if (base !== undefined && isAllBundled)
    remarks.push(`${base}redocly.yaml ${withoutDocuments}\nThe bundled interfaces are used instead.`)
  return withLookUp({
    recipe,
    interfaces,
    known,
    libraries: isAllBundled ? ours.libraries : libraries,
    generatedFrom: found === root ? root : undefined,
    remarks,
  })
}

/**
 * Opens interfaces for a test. A bundled name is the bundled interface wherever the test runs; other names are looked up in the workspace
 * of the working directory, and documents from there.
 *
 * @throws {UserError} for a name that no interface has, and for a document that cannot be read
 */
export async function openWorkspaceFor(
  names: readonly string[],
  documents: readonly string[] = [],
): Promise<Workspace> {
  if (names.length === 0 && documents.length === 0) return bundled
  const own = names.filter((name) => bundled.known.every((one) => one.name !== name))
  const words = [...own, ...documents.map((file) => (isPath(file) ? file : `./${file}`))]
  const opened = words.length === 0 ? bundled : await openWorkspace({ words, from: process.cwd() })
  const named = names.length === 0 ? [] : opened.select(names)
  const others = words.length === 0 ? [] : opened.interfaces
  return withLookUp({ ...opened, interfaces: [...new Set([...named, ...others])] })
}

/** The documents of the workspace that are named, or all, and those that are named by their paths. */
async function readDocuments(
  { words, from: _, ...options }: WorkspaceRecipe,
  base: string | undefined,
  entries: readonly InterfaceEntry[],
  files: readonly string[],
): Promise<WorkspaceInterface[]> {
  const named = entries.filter(({ name }) => words.length === 0 || words.includes(name))
  if (named.length === 0 && files.length === 0) return []
  // What reads documents is loaded only where there are some.
  const { openEntries, openFiles } = await import('./own-interfaces.ts')
  const own = base === undefined ? [] : await openEntries(base, named, options)
  return [...own, ...(await openFiles(files, words, options))]
}
