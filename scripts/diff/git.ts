import { spawnSync } from 'node:child_process'
import { UserError } from '../../src/cli/user-error.ts'

/** Read-only questions to the git repository that a folder lies in. */
export interface Git {
  /** What git prints, without its last line end; undefined when it fails. */
  ask(...args: string[]): string | undefined
  /** A file as a commit has it; undefined when it has none. */
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
    // `./` makes the path one from this folder, be it the repository's root or not.
    fileAt: (commit, file) => run(['show', `${commit}:./${file}`]),
  }
}
