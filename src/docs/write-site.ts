import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { dirname, extname, join, relative } from 'node:path'
import { makeFolder } from '../text-file.ts'
import { UserError } from '../user-error.ts'
import { loadSiteData, type SiteDataOptions } from './data/site-data.ts'
import { listPages } from './site.ts'

/**
 * Replaces the contents of the folder by the documentation as files that need no server.
 *
 * @throws {UserError} for a file, and for a folder with anything else in it
 */
export async function writeSite(folder: string, site: SiteDataOptions): Promise<{ files: number; bytes: number }> {
  await assertReplaceable(folder)
  // What cannot be written is told before the pages are made, and what was there stays until they are.
  makeFolder(folder)
  const pages = listPages(await loadSiteData(site), 'files')
  await rm(folder, { recursive: true, force: true })
  let bytes = 0
  const made = new Set<string>()
  for (const { path, render } of pages) {
    const file = join(folder, path === '' || path.endsWith('/') ? `${path}index.html` : path)
    // A name that a document gives must not lead elsewhere.
    if (relative(folder, file).startsWith('..')) throw new Error(`${path} is outside the documentation`)
    const content = await render()
    bytes += content.length
    if (!made.has(dirname(file))) mkdirSync(dirname(file), { recursive: true })
    made.add(dirname(file))
    writeFileSync(file, content)
  }
  return { files: pages.length, bytes }
}

/** Refuses to remove what is no documentation: each site has an `llms.txt`. */
async function assertReplaceable(folder: string): Promise<void> {
  const entries: readonly string[] = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new UserError(
      error.code === 'ENOTDIR'
        ? `${folder} is a file, or has one above it, and the documentation goes to a folder; name a new folder with --out`
        : `${folder} cannot be read: ${error.message}`,
    )
  })
  if (entries.length === 0 || entries.includes('llms.txt')) return
  throw new UserError(`${folder} has other files than a documentation, which would be removed: name a new folder`)
}

const pictures: Readonly<Record<string, string>> = {
  '.gif': 'image/gif',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
}

/** Each page has the picture, and loads nothing. */
const maxPicture = 100_000

/** @returns a `data:` address */
export function readPicture(file: string): string {
  const type = pictures[extname(file).toLowerCase()]
  if (type === undefined)
    throw new UserError(`--logo ${file} is no picture: give one of ${Object.keys(pictures).join(', ')}`)
  const content = readFileSync(file)
  if (content.length > maxPicture)
    throw new UserError(`--logo ${file} has ${content.length} bytes; at most ${maxPicture} are taken`)
  return `data:${type};base64,${content.toString('base64')}`
}
