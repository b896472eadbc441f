import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { loadLibrary } from '../../src/docs/library.ts'
import { listPages } from '../../src/docs/site.ts'

// npm run docs [-- <folder>]: the documentation as files that need no server.

const folder = process.argv[2] ?? 'dist/docs'
await rm(folder, { recursive: true, force: true })
const pages = listPages(await loadLibrary(), 'files')
let bytes = 0
const waiting = pages.values()
// References are rendered by processes of their own: some at once, not all.
await Promise.all([1, 2, 3].map(writeWaiting))
console.log(`${pages.length} files, ${Math.round(bytes / 1e5) / 10} MB: ${join(folder, 'index.html')}`)

async function writeWaiting(): Promise<void> {
  for (const { path, render } of waiting) {
    const file = join(folder, path === '' || path.endsWith('/') ? `${path}index.html` : path)
    const content = await render()
    bytes += content.length
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
}
