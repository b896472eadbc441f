import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Aspect, aspects } from '../../contract/schema/containment/containment.ts'
import { root } from '../../workspace/root.ts'
import { type Effect, kindOfAspect, kinds, levels } from './kinds.ts'

const guide = join(root, 'docs/guides/breaking-changes.md')
const mark = /^<!-- kinds: .*-->\n/m

it('the guide lists every kind of change', async () => {
  const ofSchemas = new Set<string>()
  const idOf = (side: 'request' | 'response', aspect: Aspect, effect: Effect) => {
    const id = kindOfAspect(side, aspect, effect)
    if (kinds.has(id)) ofSchemas.add(id)
    return `\`${id}\``
  }
  const schemaRows = (Object.keys(aspects) as Aspect[]).flatMap((aspect) => {
    const ids = [idOf('request', aspect, 'narrowed'), idOf('response', aspect, 'widened')]
    for (const side of ['request', 'response'] as const)
      for (const effect of ['narrowed', 'widened', 'undecided'] as const) idOf(side, aspect, effect)
    const { title } = kinds.get(kindOfAspect('request', aspect, 'narrowed')) ?? {}
    return title ? [`| ${title.replace(/^fewer (.*?),? in a request$/, '$1')} | ${ids.join(' | ')} |`] : []
  })
  const listOf = (level: string) =>
    [...kinds].flatMap(([id, kind]) =>
      kind.level === level && !ofSchemas.has(id) ? [`- \`${id}\`: ${kind.title}`] : [],
    )
  const tables = [
    '',
    ...levels.flatMap((level) => [`**${level}**`, '', ...listOf(level), '']),
    'Of a schema, each of these breaks. The other way round (`request-…-widened`, `response-…-narrowed`, `request-member-optional`, `response-member-required`) it is information, and `request-…-undecided` and `response-…-undecided` say that neither is proven; `unread` is a part that is not read.',
    '',
    '| of | fewer in a request | more in a response |',
    '| --- | --- | --- |',
    ...schemaRows,
    '',
  ].join('\n')
  const text = readFileSync(guide, 'utf8')
  const [line = ''] = mark.exec(text) ?? []
  const whole = text.slice(0, text.indexOf(line) + line.length) + tables
  await expect(whole).toMatchFileSnapshot(guide)
})
