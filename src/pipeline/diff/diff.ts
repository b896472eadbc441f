import { chooseBase } from './base-commit.ts'
import { compareRevisions } from './compare-revisions.ts'
import { openGit } from './git.ts'
import { reportInterface } from './report.ts'
import { readRevision, revisionAt } from './revision.ts'

export interface DiffResult {
  text: string
  /** Interfaces with an unannounced change, or with a removed ID. */
  failed: string[]
}

/**
 * Reports what changed on the wire since a commit.
 *
 * @param base the root of the workspace, with a slash at its end
 * @param ref see `chooseBase`
 * @throws {UserError} when there is no repository or no such ref, and for sources that cannot be read
 */
export async function diffSince(base: string, ref?: string): Promise<DiffResult> {
  const git = openGit(base)
  const from = chooseBase(git, base, ref)
  if (!from) return { text: 'There is no earlier commit to compare with.', failed: [] }
  const diffs = await compareRevisions(await revisionAt(git, from.commit, base), await readRevision(base))
  const reports = diffs.map(reportInterface)
  const texts = reports.length > 0 ? reports.map(({ text }) => text) : ['Nothing has changed on the wire.']
  return {
    text: [`Compared with ${from.description}.`, ...texts].join('\n\n'),
    failed: diffs.filter((_, index) => !reports[index]?.passes).map(({ name }) => name),
  }
}
