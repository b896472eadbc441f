import { join } from 'node:path'
import { stringify } from 'yaml'
import { openDocuments } from '../../workspace/open-workspace.ts'
import { banner } from './banner.ts'
import { compareTrees, type Differences, readTree, writeTree } from './tree.ts'

/**
 * Writes `generated/<name>/openapi.yaml`, the document in one file, and `generated/<name>/types.ts` for each document of a workspace.
 * Other files of `generated/` are the user's.
 *
 * @param root with a slash at its end
 * @param check writes nothing
 * @returns the files that were not what the sources give, by path below `generated/`
 * @throws {UserError} for documents that cannot be read
 */
export async function generateDocuments(root: string, names: readonly string[], check: boolean): Promise<Differences> {
  const { default: printTypes, astToString } = await import('openapi-typescript')
  const tree = new Map<string, string>()
  for (const { published } of await openDocuments(root, names)) {
    const { name, document } = published
    const head = banner(published.file.slice(root.length))
    const types = astToString(await printTypes(JSON.stringify(document), { silent: true }))
    tree.set(`${name}/openapi.yaml`, `# ${head.join('\n# ')}\n${stringify(document, { lineWidth: 0 })}`)
    tree.set(`${name}/types.ts`, `// ${head.join('\n// ')}\n\n${types}`)
  }
  const folder = join(root, 'generated')
  const before = [...readTree(folder)].filter(([file]) => tree.has(file))
  const differences = compareTrees(tree, new Map(before))
  if (!check) writeTree(folder, tree, differences)
  return differences
}
