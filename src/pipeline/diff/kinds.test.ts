import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../workspace/root.ts'
import { kinds, levels } from './kinds.ts'

const guide = join(root, 'docs/guides/breaking-changes.md')
const mark = /^<!-- kinds: .*-->\n/m

it('the guide lists every kind of change', async () => {
  const rows = levels.flatMap((level) =>
    [...kinds].flatMap(([id, kind]) => (kind.level === level ? [`| ${level} | \`${id}\` | ${kind.title} |`] : [])),
  )
  const table = ['', '| level | ID | what happened |', '| --- | --- | --- |', ...rows, ''].join('\n')
  const text = readFileSync(guide, 'utf8')
  const [line = ''] = mark.exec(text) ?? []
  const whole = text.slice(0, text.indexOf(line) + line.length) + table
  await expect(whole).toMatchFileSnapshot(guide)
})
