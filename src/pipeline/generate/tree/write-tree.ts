import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { workFolder } from './freshness.ts'
import { type GeneratedTree, readTree } from './generated-tree.ts'

/**
 * Brings `generated/` to the contents of a tree. Writes each changed file elsewhere and renames it, so that no reader sees a part of a
 * file, and a file that stays keeps its time.
 */
export function writeTree(base: string, tree: GeneratedTree): void {
  const generated = join(base, 'generated')
  const next = join(workFolder(base), `next-${process.pid}`)
  mkdirSync(dirname(next), { recursive: true })
  const before = readTree(generated)
  for (const [file, content] of tree) {
    if (before.get(file) === content) continue
    mkdirSync(dirname(join(generated, file)), { recursive: true })
    writeFileSync(next, content)
    renameSync(next, join(generated, file))
  }
  const kept = new Set([...tree.keys()].flatMap((file) => [file, file.split('/')[0]]))
  for (const name of [...before.keys(), ...readdirSync(generated)])
    if (!kept.has(name)) rmSync(join(generated, name), { recursive: true, force: true })
}
