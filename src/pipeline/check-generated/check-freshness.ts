import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../user-error.ts'
import { generateAnew } from '../generate/generate.ts'
import { type GeneratedTree, readTree } from '../generate/tree/generated-tree.ts'

/**
 * Compares everything that `npm run generate` writes with what it would write now, from the sources alone.
 *
 * @returns how many files were compared
 * @throws {UserError} naming each file that is stale, missing or orphaned, and the command that mends them
 */
export async function checkFreshness(base: string): Promise<number> {
  const { tree, lists } = await generateAnew(base)
  const differences = [...compareTrees(tree, readTree(join(base, 'generated'))), ...staleLists(base, lists)]
  if (differences.length === 0) return tree.size + lists.size
  const one = differences.length === 1
  throw new UserError(
    `${differences.join('\n')}\n${one ? 'This file is' : `These ${differences.length} files are`} not what the sources give; run: npm run generate`,
  )
}

function staleLists(base: string, lists: ReadonlyMap<string, string>): string[] {
  return [...lists].flatMap(([file, wanted]) =>
    normalize(readFileSync(join(base, file), 'utf8')) === normalize(wanted) ? [] : [`stale    ${file}`],
  )
}

function compareTrees(expected: GeneratedTree, actual: GeneratedTree): string[] {
  return [...new Set([...expected.keys(), ...actual.keys()])].sort().flatMap((file) => {
    const [wanted, found] = [expected.get(file), actual.get(file)]
    if (wanted === undefined) return [`orphaned generated/${file}`]
    if (found === undefined) return [`missing  generated/${file}`]
    return normalize(wanted) === normalize(found) ? [] : [`stale    generated/${file}`]
  })
}

/** A checkout may change line ends; that is not a difference. */
function normalize(text: string): string {
  return text.replaceAll('\r\n', '\n')
}
