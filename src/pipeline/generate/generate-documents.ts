import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stringify } from 'yaml'
import { openDocuments } from '../../workspace/open-workspace.ts'
import { banner } from './banner.ts'

/**
 * Writes `generated/<name>/openapi.yaml`, the document in one file, and `generated/<name>/types.ts` for each document of a workspace.
 *
 * @param root with a slash at its end
 * @param check writes nothing
 * @returns the files that are not what the sources give, relative to the root
 * @throws {UserError} for documents that cannot be read
 */
export async function generateDocuments(root: string, names: readonly string[], check: boolean): Promise<string[]> {
  const { default: printTypes, astToString } = await import('openapi-typescript')
  const stale: string[] = []
  for (const { published } of await openDocuments(root, names)) {
    const { name, document } = published
    const head = banner(published.file.slice(root.length))
    const types = astToString(await printTypes(JSON.stringify(document), { silent: true }))
    const files = {
      'openapi.yaml': `# ${head.join('\n# ')}\n${stringify(document, { lineWidth: 0 })}`,
      'types.ts': `// ${head.join('\n// ')}\n\n${types}`,
    }
    for (const [file, text] of Object.entries(files)) {
      const path = join(root, 'generated', name, file)
      if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
      stale.push(`generated/${name}/${file}`)
      if (check) continue
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    }
  }
  return stale
}
