import { join } from 'node:path'
import { UserError } from '../../src/cli/user-error.ts'
import { createRenderer, type Renderer } from './renderer.ts'
import { examine } from './tree/freshness.ts'
import { composeTree, type GeneratedTree, readTree } from './tree/generated-tree.ts'
import { recoverGenerated, replaceGenerated } from './tree/replace-generated.ts'
import { listUnits, selectUnits, type Unit } from './units.ts'

export interface Generated {
  /** Units that were made again. */
  written: string[]
  /** Entries of `generated/` that belong to no unit, and are gone. */
  removed: readonly string[]
}

/**
 * Brings `generated/` up to date with `specs/`: only what changed is made again, all of it is made before any of it is put
 * in place, and a failure leaves the folder as it was.
 *
 * @param base the repository's root, with a trailing slash
 * @param names interfaces to look at; all when empty
 * @param renderer one that is warm already; it stays open
 * @throws {UserError} with file, line and column for each fault in the sources
 */
export async function generate(base: string, names: readonly string[] = [], renderer?: Renderer): Promise<Generated> {
  recoverGenerated(base)
  const units = listUnits(base)
  const { stale, orphaned, summaryStale, settle } = examine(base, selectUnits(names, units), units)
  if (stale.length === 0 && orphaned.length === 0 && !summaryStale) return { written: [], removed: [] }

  const rendered = stale.length === 0 ? new Map() : await renderWith(renderer, stale, base)
  const tree = composeTree(units, rendered, readTree(join(base, 'generated')))
  await replaceGenerated(base, tree).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall === undefined) throw error
    throw new UserError(`generated/ cannot be replaced: ${error.message}`, { cause: error })
  })
  settle(stale)
  return { written: stale.map(({ name }) => name), removed: orphaned }
}

/**
 * The whole of `generated/` as the sources give it, made anew in memory: what a freshness check compares with.
 *
 * @throws {UserError} with file, line and column for each fault in the sources
 */
export async function generateAnew(base: string, renderer?: Renderer): Promise<GeneratedTree> {
  const units = listUnits(base)
  return composeTree(units, await renderWith(renderer, units, base))
}

async function renderWith(given: Renderer | undefined, units: readonly Unit[], base: string) {
  const renderer = given ?? createRenderer()
  try {
    return await renderer.render(units, base)
  } finally {
    if (!given) await renderer.close()
  }
}
