import { join } from 'node:path'
import { UserError } from '../../user-error.ts'
import { selectNamed } from '../../workspace/select-named.ts'
import { renderInterfaceLists, writeInterfaceLists } from './interface-lists.ts'
import { renderUnits } from './render-units.ts'
import { examine } from './tree/freshness.ts'
import { composeTree, type GeneratedTree, interfacesOf, readInterfaces, readTree } from './tree/generated-tree.ts'
import { writeTree } from './tree/write-tree.ts'
import { listUnits } from './units.ts'

export interface Generated {
  /** Names of the units that were rendered again. */
  written: string[]
  /** Entries of `generated/` that were removed because no unit has their name. */
  removed: readonly string[]
  /** Files outside `generated/` whose list of interfaces was written again, relative to the root. */
  lists: readonly string[]
}

/**
 * Brings `generated/`, and the files that list interfaces, up to date with `specs/` and `src/interfaces/`. Renders only the
 * units whose sources changed, and writes nothing before everything is rendered, so that a fault in a source changes no file.
 *
 * @param base the repository's root, with a trailing slash
 * @param names interfaces to look at; all when empty
 * @throws {UserError} with file, line and column for each fault in the sources
 */
export async function generate(base: string, names: readonly string[] = []): Promise<Generated> {
  const units = listUnits(base)
  const { stale, orphaned, summaryStale, settle } = examine(base, selectNamed(names, units), units)
  const changed = stale.length > 0 || orphaned.length > 0 || summaryStale
  const rendered = stale.length > 0 ? await renderUnits(stale, base) : new Map()
  const tree = changed ? composeTree(units, rendered, readTree(join(base, 'generated'))) : undefined
  const lists = renderInterfaceLists(base, units, tree ? interfacesOf(tree) : readInterfaces(base))
  if (tree) {
    try {
      writeTree(base, tree)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall === undefined) throw error
      throw new UserError(`generated/ cannot be written: ${(error as Error).message}`, { cause: error })
    }
    settle(stale)
  }
  return { written: stale.map(({ name }) => name), removed: orphaned, lists: writeInterfaceLists(base, lists) }
}

/** Everything that `npm run generate` writes. */
export interface Expected {
  /** Contents by path below `generated/`. */
  tree: GeneratedTree
  /** Files outside it that list interfaces: contents by path, relative to the root. */
  lists: ReadonlyMap<string, string>
}

/**
 * Makes everything anew in memory, for a freshness check to compare with.
 *
 * @throws {UserError} with file, line and column for each fault in the sources
 */
export async function generateAnew(base: string): Promise<Expected> {
  const units = listUnits(base)
  const tree = composeTree(units, await renderUnits(units, base))
  return { tree, lists: renderInterfaceLists(base, units, interfacesOf(tree)) }
}
