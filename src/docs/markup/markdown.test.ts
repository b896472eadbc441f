import { describe, expect, it } from 'vitest'
import { PageContext } from '../page.ts'
import { firstSentence, noticeOf, renderFile, renderInline, renderMarkdown, sectionsOf } from './markdown.ts'

const options = {
  form: 'folders' as const,
  assets: '',
  entries: new Map([['ORD-001', { path: 'orders/rules/#ORD-001', statement: 'One.' }]]),
  guides: new Map([['docs/guides/orders.md', 'guides/orders/']]),
  brand: { title: 'Lamps', isPublished: true },
  texts: new Set<string>(),
}
const page = () => new PageContext('guides/', options)

describe('renderMarkdown', () => {
  it('gives headings addresses, and equal headings different ones', () => {
    const markup = String(renderFile('# One thing\n\n## Notes\n\n## Notes', 'a.md', page()))
    expect([...markup.matchAll(/id="([^"]*)"/g)].map(([, id]) => id)).toEqual(['one-thing', 'notes', 'notes-1'])
  })

  it('aligns numbers without a style attribute', () => {
    const table = String(renderMarkdown('| a | b |\n|---|--:|\n| x | 1 |', page()))
    expect(table).toContain('<td>x</td>\n<td class="number">1</td>')
    expect(table).not.toContain('style=')
  })

  it.each([
    ['<p>One <b>lamp</b> &amp; two</p><ul><li>three</li></ul>', '<p>One lamp &amp; two<br>three</p>\n'],
    ['One<br/>two <i class="x">three</i>', '<p>One<br>two three</p>\n'],
    ['Of <name> and `<b>`', '<p>Of &lt;name&gt; and <code>&lt;b&gt;</code></p>\n'],
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
    expect(String(renderMarkdown(markdown, page()))).toBe(html)
  })
})

it.each([
  ['orders.md#refund', '<a href="./orders/#refund">it</a>'],
  ['https://example.com/', '<a href="https://example.com/">it</a>'],
  ['#here', '<a href="#here">it</a>'],
  ['../../schemas/target.example.yaml', 'it (<code>schemas/target.example.yaml</code>)'],
])('in a file of the repository, a link to %s becomes %s', (href, html) => {
  expect(String(renderFile(`[it](${href})`, 'docs/guides/index.md', page()))).toBe(`<p>${html}</p>\n`)
})

it('IDs of rules are links, except within links and code', () => {
  const link = '<a class="id" href="../orders/rules/#ORD-001" title="One.">ORD-001</a>'
  expect(String(renderInline('ORD-001, `ORD-001`, [ORD-001](https://x.example/)', page()))).toBe(
    `${link}, <code><span class="whole">ORD-001</span></code>, <a href="https://x.example/">ORD-001</a>`,
  )
})

it('a text that a page has no room for is cut after a paragraph', () => {
  const one = page()
  const html = String(
    renderMarkdown(Array.from({ length: 30_000 }, (_, at) => `Paragraph ${at} & more.`).join('\n\n'), one),
  )
  expect(Buffer.byteLength(html)).toBeLessThan(180_000)
  expect(html.length).toBeGreaterThan(20_000)
  expect(one.isCut).toBe(true)
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
