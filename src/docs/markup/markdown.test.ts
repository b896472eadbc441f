import { describe, expect, it } from 'vitest'
import { raw } from '../../html.ts'
import { firstSentence, linkPages, noticeOf, renderFile, renderMarkdown, sectionsOf } from './markdown.ts'

describe('renderMarkdown', () => {
  it('gives headings addresses, and equal headings different ones', () => {
    const markup = String(renderFile('# One thing\n\n## Notes\n\n## Notes'))
    expect([...markup.matchAll(/id="([^"]*)"/g)].map(([, id]) => id)).toEqual(['one-thing', 'notes', 'notes-1'])
  })

  it('aligns numbers without a style attribute', () => {
    const table = String(renderMarkdown('| a | b |\n|---|--:|\n| x | 1 |'))
    expect(table).toContain('<td>x</td>\n<td class="number">1</td>')
    expect(table).not.toContain('style=')
  })

  it.each([
    ['<p>One <b>lamp</b> &amp; two</p><ul><li>three</li></ul>', '<p>One lamp &#38; two<br>three</p>\n'],
    ['One<br/>two <i class="x">three</i>', '<p>One<br>two three</p>\n'],
    ['Of <name> and `<b>`', '<p>Of &#60;name&#62; and <code>&#60;b&#62;</code></p>\n'],
    ['<script>alert(1)</script>', '<p></p>\n'],
    ['&lt;script&gt; <a href="javascript:x" onclick="x">here</a>', '<p>&lt;script&gt; here</p>\n'],
    [
      '[a](javascript:x) [b](docs:x) [c](../x) [d](#e) [f](https://x.example/)',
      '<p>[a](javascript:x) b c d <a href="https://x.example/">f</a></p>\n',
    ],
    [
      '![lamp](https://x.example/l.png) ![dark](data:image/png;base64,x)',
      '<p><a href="https://x.example/l.png">lamp</a> dark</p>\n',
    ],
    ['# Heading', '<h2>Heading</h2>\n'],
  ])('shows the text of %s, and nothing that could run or be loaded', (markdown, html) => {
    expect(String(renderMarkdown(markdown))).toBe(html)
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
