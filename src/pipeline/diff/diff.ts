import { chooseBase } from './base-commit.ts'
import { type BreakingChange, compareRevisions, type InterfaceDiff } from './compare-revisions.ts'
import { openGit } from './git.ts'
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

/** Number of lines that a section lists; the others are only counted. */
const maxLines = 10

/** The changes of one interface, and whether all of them are announced and without fault. */
export function reportInterface({
  name,
  breaking,
  changes,
  renamedRules,
  hasRules,
  announcedBy,
  faults,
}: InterfaceDiff): {
  text: string
  passes: boolean
} {
  const announced = announcedBy.map(({ line }) => `CHANGELOG.md:${line}`).join(', ')
  // Without rules that an entry could name, only what breaks callers has to be announced.
  const unannounced =
    announced === '' && (breaking.length > 0 || (hasRules && changes.length + renamedRules.length > 0))
  const lines = [
    ...listed(breaking.map(describeBreaking)),
    ...listed(changes.map((change) => `on the wire  ${change}`)),
    ...listed(renamedRules.map((rename) => `rule  ${rename}`)),
    ...faults.map((fault) => `error  ${fault}`),
  ]
  if (unannounced) {
    const fault = breaking.length > 0 ? 'Breaking, and not announced. ' : ''
    const what = hasRules
      ? 'A wire change adds a line to CHANGELOG.md that names its rule IDs'
      : 'Add a line to CHANGELOG.md'
    lines.push(`error  ${fault}${what}, under \`### ${name}\`.`)
  } else if (announced !== '') {
    lines.push(`announced in ${announced}`)
  }
  return { text: [name, ...lines.map((line) => `  ${line}`)].join('\n'), passes: !unannounced && faults.length === 0 }
}

function describeBreaking({ direction, message, pointer }: BreakingChange): string {
  return `breaking${direction ? `, in ${direction}s` : ''}  ${message}${pointer ? ` (${pointer})` : ''}`
}

function listed(lines: string[]): string[] {
  return lines.length <= maxLines ? lines : [...lines.slice(0, maxLines), `… and ${lines.length - maxLines} more`]
}
