import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readDocument } from '../../contract/published/read-document.ts'
import { root } from '../../workspace/root.ts'
import { compareDocuments } from './compare-documents.ts'

// The test data of oasdiff 1.37, pairs of documents. `oasdiff.tsv` has both verdicts, and why they differ where they do.
const suite = join(root, '../shared/suites/oasdiff')
const missing = existsSync(suite) ? undefined : '(skipped: ../shared/suites/oasdiff is not here)'

const table = readFileSync(join(import.meta.dirname, 'oasdiff.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
const rows = table.map((line) => {
  const [ours = '', theirs = '', base = '', revision = '', reason = ''] = line.split('\t')
  return { ours, theirs, base, revision, reason }
})

it('each verdict that differs from that of oasdiff has a reason', () => {
  expect(rows).toHaveLength(281)
  expect(rows.filter(({ ours, theirs, reason }) => (ours !== theirs) !== (reason !== ''))).toEqual([])
})

it.skipIf(missing)(
  `the verdicts on the test data of oasdiff are those of the table ${missing ?? ''}`,
  async () => {
    const turned: string[] = []
    for (const { ours, base, revision } of rows) {
      const [before, now] = await Promise.all([base, revision].map((file) => readDocument(join(suite, 'data', file))))
      const changes = before && now ? compareDocuments(before, now) : []
      const verdict =
        (['breaking', 'undecided'] as const).find((one) => changes.some(({ level }) => level === one)) ?? '-'
      if (verdict !== ours) turned.push(`${base} ${revision}: ${verdict}, not ${ours}`)
      const silent = changes.filter(({ level, exchange }) => level === 'breaking' && exchange === undefined)
      if (silent.length > 0) turned.push(`${base} ${revision}: breaking without an exchange`)
    }
    expect(turned).toEqual([])
  },
  120_000,
)
