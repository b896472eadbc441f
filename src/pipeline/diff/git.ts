import { spawnSync } from 'node:child_process'
import { UserError } from '../../user-error.ts'

/** Read-only access to the git repository of a folder. */
export interface Git {
  /** Output of git without the last line end; undefined when git fails. */
  ask(...args: string[]): string | undefined
  /** Contents of a file in a commit; undefined if the commit has no such file. */
  fileAt(commit: string, file: string): string | undefined
}

/** @throws {UserError} when there is no git, or no repository */
export function openGit(folder: string): Git {
  const run = (args: string[]) => {
    const { status, stdout, error } = spawnSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
    })
    if (error) throw new UserError(`git cannot be run: ${error.message}`)
    return status === 0 ? stdout : undefined
  }
  if (run(['rev-parse', '--git-dir']) === undefined) {
    throw new UserError('there is no git repository here, and so nothing to compare with')
  }
  return {
    ask: (...args) => run(args)?.replace(/\n$/, ''),
    // `./` makes the path relative to this folder, which need not be the repository's root.
    fileAt: (commit, file) => run(['show', `${commit}:./${file}`]),
  }
}
