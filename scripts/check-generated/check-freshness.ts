import { join } from 'node:path'
import { UserError } from '../../src/cli/user-error.ts'
import { generateAnew } from '../generate/generate.ts'
import type { Renderer } from '../generate/renderer.ts'
import { type GeneratedTree, readTree } from '../generate/tree/generated-tree.ts'

/**
 * Holds `generated/` to what its sources give when all of it is made anew.
 *
 * @returns how many files were compared
 * @throws {UserError} naming each file that is stale, missing or orphaned, and the command that mends them
 */
export async function checkFreshness(base: string, renderer?: Renderer): Promise<number> {
  const expected = await generateAnew(base, renderer)
  const differences = compareTrees(expected, readTree(join(base, 'generated')))
  if (differences.length === 0) return expected.size
  const one = differences.length === 1
  throw new UserError(
    `${differences.join('\n')}\n${one ? 'This file is' : `These ${differences.length} files are`} not what the sources give; run: npm run generate`,
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

/** What a checkout does to line ends is no difference. */
function normalize(text: string): string {
  return text.replaceAll('\r\n', '\n')
}
