import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../user-error.ts'

/** Read-only access to the git repository of a folder. */
export interface Git {
  /** Output of git without the last line end; undefined when git fails. */
  ask(...args: string[]): string | undefined
  /**
   * Writes the files of a commit below the folder that this is about, if the pattern matches their path from there.
   *
   * @param target an empty folder
   * @returns where in it the files of the folder are, with a slash at its end
   */
  checkOut(commit: string, pattern: RegExp, target: string): string
}

/** @throws {UserError} when there is no git, or no repository */
export function openGit(folder: string): Git {
  const run = (args: string[], options: { input?: string; env?: NodeJS.ProcessEnv } = {}) => {
    const { status, stdout, error } = spawnSync('git', args, {
      ...options,
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    })
    if (error) throw new UserError(`git cannot be run: ${error.message}`)
    return status === 0 ? stdout : undefined
  }
  if (run(['rev-parse', '--git-dir']) === undefined) {
    throw new UserError(
      'there is no git repository here, and so nothing to compare with; name two documents, the older one first',
    )
  }
  return {
    ask: (...args) => run(args)?.replace(/\n$/, ''),
    checkOut(commit, pattern, target) {
      const files = run(['ls-tree', '-r', '-z', '--name-only', commit])?.split('\0') ?? []
      // A separate index leaves the user's index as it is.
      const env = { ...process.env, GIT_INDEX_FILE: join(target, 'index') }
      run(['read-tree', commit], { env })
      const input = files.filter((file) => pattern.test(file)).join('\0')
      run(['checkout-index', '-z', '--stdin', `--prefix=${join(target, 'tree')}/`], { env, input })
      const base = join(target, 'tree', run(['rev-parse', '--show-prefix'])?.trim() ?? '', '/')
      mkdirSync(base, { recursive: true })
      return base
    },
  }
}
