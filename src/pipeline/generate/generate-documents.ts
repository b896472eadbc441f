import { join } from 'node:path'
import { stringify } from 'yaml'
import { openDocuments } from '../../workspace/open-workspace.ts'
import { banner, printTypes } from './print.ts'
import { compareTrees, type Differences, readTree, writeTree } from './tree.ts'

/**
 * Writes `generated/<name>/openapi.yaml`, the document in one file, and `generated/<name>/types.ts` for each document of a workspace.
 * Other files of `generated/` are the user's.
 *
 * @param base with a slash at its end
 * @param check writes nothing
 * @returns the files that were not what the sources give, by path below `generated/`
 * @throws {UserError} for documents that cannot be read
 */
export async function generateDocuments(base: string, names: readonly string[], check: boolean): Promise<Differences> {
  const tree = new Map<string, string>()
  for (const { contract, published } of await openDocuments(base, names)) {
    const { name, document } = contract
    const head = banner(published.file.slice(base.length))
    tree.set(`${name}/openapi.yaml`, `# ${head}\n${stringify(document, { lineWidth: 0 })}`)
    tree.set(`${name}/types.ts`, await printTypes(document, head))
  }
  const folder = join(base, 'generated')
  const before = [...readTree(folder)].filter(([file]) => tree.has(file))
  const differences = compareTrees(tree, new Map(before))
  if (!check) writeTree(folder, tree, differences)
  return differences
}
