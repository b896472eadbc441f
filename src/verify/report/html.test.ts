import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { toHtml } from './html.ts'
import {
  sampleExchange,
  sampleLinks,
  sampleReport,
  sampleResult,
  sampleRun,
  show,
  showFailure,
} from './sample-report.fixture.ts'

const page = toHtml(sampleReport, sampleLinks)

it('shows each rule, failed ones first, with links to its documentation and its source', () => {
  expect([...page.matchAll(/<(?:h2|details) id="([^"]+)"/g)].map(([, id]) => id)).toEqual([
    'failed',
    'LMP-002',
    'differs',
    'LMP-004',
    'skipped',
    'LMP-003',
    'passed',
    'LMP-001',
  ])
  expect(page).toContain('<a href="https://docs.example/docs/lamps/rules/#LMP-002">documentation</a>')
  expect(page).toContain('<a href="https://git.example/specs/lamps/rules.yaml#L6">source, line 6</a>')
})

it('shows what was expected and seen, and each exchange, beneath the statement', () => {
  const rule = page.slice(page.indexOf('id="LMP-002"'), page.indexOf('id="LMP-004"'))
  expect(rule).toContain('<summary><b>LMP-002</b> A lamp that is off is dark.</summary>')
  expect(rule).toContain('<dt>Expected</dt><dd><pre>true</pre></dd><dt>Seen</dt><dd><pre>false</pre></dd>')
  expect(rule).toContain('-H &#39;authorization: Bearer &#39;&#34;$LAMPS_KEY&#34; https://lamps.example/lamps/1</pre>')
  expect(rule).toContain('HTTP 200\ncontent-type: application/json\n\n{\n  &#34;dark&#34;: false\n}</pre>')
})

it('loads nothing, and runs nothing', () => {
  expect(page).not.toMatch(/<(?:link|img|iframe|script)\b|\ssrc=|@import|url\(/i)
  const [, policy] = /Content-Security-Policy" content="([^"]+)"/.exec(page) ?? []
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  expect(policy).toBe(`default-src 'none'; style-src 'sha256-${hash}'`)
})

it('says what the run left, and which answers came late', () => {
  const results = [sampleResult(1, { stays: ['a lamp'], late: 2000 })]
  expect(toHtml(show({ ...sampleRun, results }), sampleLinks)).toMatch(
    /<h2>Answers that come late<\/h2>\n<ul><li>LMP-001 holds only if each read waits 2 s .*<h2>Stays on the server<\/h2>\n<ul><li>LMP-001 a lamp</s,
  )
})

it('lays JSON bodies out, and changes no digit', () => {
  const page = (text: string) => {
    const exchanges = [sampleExchange({ text })]
    return toHtml(show({ ...sampleRun, results: [sampleResult(1, { exchanges })] }), sampleLinks)
  }
  expect(page('{"a":[1]}')).toContain('{\n  &#34;a&#34;: [\n    1\n  ]\n}')
  expect(page('{"a":9007199254740993}')).toContain('{&#34;a&#34;:9007199254740993}')
  expect(page('from right \u202e to left')).toContain('from right \\u202e to left')
})

it("shows a target's text as text", () => {
  const message = '</pre><script>alert(1)</script><img src=x onerror="alert(1)">'
  const exchanges = [sampleExchange({ text: message, headers: { 'x-a': message } })]
  const shown = toHtml(showFailure({ failure: { message, expected: message, seen: message }, exchanges }), sampleLinks)
  expect(shown).not.toContain('<script')
  expect(shown).not.toContain('<img')
})

it('counts the results of each interface', () => {
  const other = { ...sampleResult(1, {}), interface: 'shades' }
  const both = toHtml(show({ ...sampleRun, results: [...sampleRun.results, other] }), sampleLinks)
  expect(both).toContain(
    '<tr><th scope="row">shades</th><td class="">0</td><td class="">0</td><td class="">0</td><td class="">0</td><td class="passed">1</td><td>1</td></tr>',
  )
})

it('shows the last exchanges of a long check, and how many it leaves out', () => {
  const exchanges = Array.from({ length: 10 }, (_, index) => sampleExchange({ text: `answer ${index}.` }))
  const shown = toHtml(showFailure({ exchanges }), sampleLinks)
  expect(shown).toContain('2 earlier requests of this check not shown')
  expect(shown).not.toContain('answer 1.')
  expect(shown).toContain('answer 2.')
  expect(toHtml(showFailure({ exchanges, failedAt: 8 }), sampleLinks)).not.toContain('answer 9.')
})
