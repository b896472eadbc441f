import { sampleRepository } from '../generate/repository.fixture.ts'
import type { Edit } from '../lint/sample.fixture.ts'
import { compareRevisions } from './compare-revisions.ts'
import { reportInterface } from './diff.ts'
import { type Revision, readRevision } from './revision.ts'

/** The line that the report asks for when a change of `lamps` is not announced. */
export const asksForLine =
  'error  A wire change adds a line to CHANGELOG.md that names its rule IDs, under `### lamps`.'
export const asksForAnnouncement: string = asksForLine.replace('A wire', 'Breaking, and not announced. A wire')

/** The report on `lamps` after some edits; undefined when there is nothing to report. */
export async function reportOn(
  edits: Edit[],
  changelog = '',
  original: Edit[] = [],
): Promise<{ lines: string[]; passes: boolean } | undefined> {
  const before = await readRevision(await sampleRepository(...original))
  const now: Revision = { ...(await readRevision(await sampleRepository(...original, ...edits))), changelog }
  const [diff] = await compareRevisions(before, now)
  if (!diff) return undefined
  const { text, passes } = reportInterface(diff)
  return { lines: text.split('\n').map((line) => line.trim()), passes }
}
