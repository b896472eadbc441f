import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { workFolder } from './freshness.ts'
import type { GeneratedTree } from './generated-tree.ts'
import { uninterrupted } from './uninterrupted.ts'

/**
 * Replaces `generated/` by a new tree with two renames. A reader sees the complete old folder or the complete new one. If the process
 * is killed between the renames, there is no folder, and `recoverGenerated` brings the old one back.
 */
export async function replaceGenerated(base: string, tree: GeneratedTree): Promise<void> {
  const generated = join(base, 'generated')
  const staging = join(workFolder(base), `staging-${process.pid}`)
  await uninterrupted(() => {
    try {
      for (const [file, content] of tree) write(join(staging, 'next', file), content, join(generated, file))
      swap(generated, join(staging, 'next'), join(staging, 'old'))
    } catch (error) {
      restore(generated, join(staging, 'old'))
      throw error
    } finally {
      rmSync(staging, { recursive: true, force: true })
    }
  })
}

/** Removes what killed runs left behind, and undoes a swap that was interrupted. */
export function recoverGenerated(base: string): void {
  const folder = workFolder(base)
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const pid = /^(?:staging|fingerprints)-(\d+)/.exec(name)?.[1]
    if (pid === undefined || isAtWork(Number(pid), join(folder, name))) continue
    restore(join(base, 'generated'), join(folder, name, 'old'))
    rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** Brings the old tree back if there is no tree. */
function restore(generated: string, old: string): void {
  if (!existsSync(old) || existsSync(generated)) return
  try {
    renameSync(old, generated)
  } catch (error) {
    if (!isTaken(error)) throw error
  }
}

/** True if another run was faster: the folder exists by now, or no longer exists. */
function isTaken(error: unknown): boolean {
  return ['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')
}

/** The system may have given the process id to an unrelated process. No run needs its staging folder for a minute. */
function isAtWork(pid: number, path: string): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  const found = statSync(path, { throwIfNoEntry: false })
  // Its owner has removed it, and may be making the next one.
  return !found || Date.now() - found.mtimeMs < 60_000
}

/** Links a file whose content is unchanged, so that its modification time stays. Other tools then need not read it again. */
function write(file: string, content: string, current: string): void {
  mkdirSync(dirname(file), { recursive: true })
  try {
    if (readFileSync(current, 'utf8') === content) {
      linkSync(current, file)
      return
    }
  } catch {
    // There is no such file, another run has just moved it, or the file system has no links.
  }
  writeFileSync(file, content)
}

/** Two runs may swap at once. Each has a complete tree, and the later one stays. */
function swap(generated: string, next: string, old: string): void {
  for (let attempt = 1; ; attempt++) {
    try {
      if (existsSync(generated)) renameSync(generated, old)
      renameSync(next, generated)
      return
    } catch (error) {
      if (attempt === 10 || !isTaken(error)) throw error
      rmSync(old, { recursive: true, force: true })
    }
  }
}
