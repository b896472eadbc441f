import { expect, it } from 'vitest'
import type { AnswersFile } from '../../verify/learn/read-answers.ts'
import { bundled } from '../../workspace/bundled.ts'
import { loadSiteData } from '../data/site-data.ts'
import { listPages } from '../site.ts'

const error = { operation: 'getOrder', status: 404, mediaType: 'application/json', type: 'object' }
const files: AnswersFile[] = [
  {
    title: 'the <shop>',
    seen: '2026-11-22',
    interfaces: {
      orders: {
        'ORD-G04': {
          seen: [
            { ...error, members: ['code'] },
            { ...error, members: ['message'] },
          ],
        },
        'ORD-G02': { seen: [{ operation: 'getOrder', status: 200, at: '/promocodes', type: 'array' }] },
      },
    },
  },
  {
    title: 'another',
    seen: '2026-11-23',
    interfaces: { orders: { 'ORD-G04': { seen: [{ ...error, status: 410 }] } } },
  },
]

const factsOf = (page: string, gap: string) => {
  const [, entry = ''] = new RegExp(`<article[^>]*id="${gap}"(.*?)</article>`, 's').exec(page) ?? []
  const facts = [...entry.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)]
  return new Map(facts.map(([, name = '', text = '']) => [name, text.replaceAll(/<[^>]*>/g, '')]))
}

it('shows the observed behaviour of each server in a gap apart from the assumption of the contract', async () => {
  const site = await loadSiteData({ workspace: bundled, seen: files })
  const rules = listPages(site, 'folders').find(({ path }) => path === 'orders/rules/')
  const page = String(await rules?.render())
  const facts = factsOf(page, 'ORD-G04')
  expect([...facts.keys()]).toEqual([
    'Handled',
    'Assumed',
    'Seen at the &lt;shop&gt;, 2026-11-22',
    'Seen at another, 2026-11-23',
    'Source',
  ])
  expect(facts.get('Seen at the &lt;shop&gt;, 2026-11-22')).toBe(
    'getOrder 404 application/json: object with code, message',
  )
  expect(facts.get('Seen at another, 2026-11-23')).toBe('getOrder 410 application/json: object')
  expect(facts.get('Assumed')).not.toContain('410')
  expect(factsOf(page, 'ORD-G02').get('Seen at the &lt;shop&gt;, 2026-11-22')).toBe('getOrder 200, /promocodes: array')
  expect([...factsOf(page, 'ORD-G03').keys()].filter((name) => name.startsWith('Seen'))).toEqual([])
})
