import { describe, expect, it } from 'vitest'
import { raw } from '../../html.ts'
import { firstSentence, linkPages, noticeOf, renderMarkdown, sectionsOf } from './markdown.ts'

describe('renderMarkdown', () => {
  it('gives headings addresses, and equal headings different ones', () => {
    const markup = String(renderMarkdown('# One thing\n\n## Notes\n\n## Notes'))
    expect([...markup.matchAll(/id="([^"]*)"/g)].map(([, id]) => id)).toEqual(['one-thing', 'notes', 'notes-1'])
  })

  it('aligns numbers without a style attribute', () => {
    const table = String(renderMarkdown('| a | b |\n|---|--:|\n| x | 1 |'))
    expect(table).toContain('<td>x</td>\n<td class="number">1</td>')
    expect(table).not.toContain('style=')
  })

  it('shows HTML as it is written', () => {
    expect(String(renderMarkdown('<script>alert(1)</script>'))).not.toContain('<script>')
    expect(String(renderMarkdown('```\n<b>\n```'))).not.toContain('<b>')
  })
})

describe('linkPages', () => {
  const pages = new Map([['docs/guides/orders.md', 'guides/orders/']])
  const link = (href: string) => String(linkPages(raw(`<a href="${href}">it</a>`), 'docs/guides/index.md', pages))

  it.each([
    ['orders.md#refund', '<a href="docs:guides/orders/#refund">it</a>'],
    ['https://example.com/', '<a href="https://example.com/">it</a>'],
    ['#here', '<a href="#here">it</a>'],
    ['../../targets/example.yaml', 'it (<code>targets/example.yaml</code>)'],
  ])('%s becomes %s', (href, html) => {
    expect(link(href)).toBe(html)
  })
})

it('a section contains the text below its heading', () => {
  expect(sectionsOf('# A\n\nOne `two`.\n\n## B\n\n```\nthree\n```')).toEqual([
    { id: 'a', title: 'A', text: 'One two.\n' },
    { id: 'b', title: 'B', text: 'three\n\n' },
  ])
})

it('a notice stands before the description, and the first sentence behind it', () => {
  const text = '> **Retired.** Since March.\n> Use another.\n\nReads `v0.1` profiles. And more.'
  expect(noticeOf(text)).toBe('**Retired.** Since March.\nUse another.\n')
  expect(firstSentence(text)).toBe('Reads `v0.1` profiles.')
  expect(noticeOf('Reads profiles.')).toBeUndefined()
})
