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

it('has a row for each rule, failed ones first, with links to its documentation and its source', () => {
  expect(
    [...page.matchAll(/<tr role="row" id="([^"]+)" class="(\w+)"/g)].map(([, id, result]) => `${id} ${result}`),
  ).toEqual(['LMP-002 failed', 'LMP-004 differs', 'LMP-003 skipped', 'LMP-001 passed'])
  expect(page).toContain('<a href="https://docs.example/docs/lamps/rules/#LMP-002">LMP-002</a>')
  expect(page).toContain('href="https://git.example/specs/lamps/rules.yaml#L6"')
})

it('shows what was expected and seen, and each exchange, beneath the statement', () => {
  const row = page.slice(page.indexOf('id="LMP-002"'), page.indexOf('id="LMP-004"'))
  expect(row).toContain('<details><summary>A lamp that is off is dark.</summary>')
  expect(row).toContain('<dt>Expected</dt><dd><pre>true</pre></dd><dt>Seen</dt><dd><pre>false</pre></dd>')
  expect(row).toContain('-H &#39;authorization: Bearer &#39;&#34;$LAMPS_KEY&#34; https://lamps.example/lamps/1</pre>')
  expect(row).toContain('HTTP 200\ncontent-type: application/json\n\n{\n  &#34;dark&#34;: false\n}</pre>')
})

it('loads nothing, and runs only its own script', () => {
  expect(page).not.toMatch(/<(?:link|img|iframe)\b|\ssrc=|@import|url\(/i)
  const [, policy] = /Content-Security-Policy" content="([^"]+)"/.exec(page) ?? []
  const [, script = ''] = /<script>(.*?)<\/script>/s.exec(page) ?? []
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? []
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  expect(policy).toBe(`default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)}`)
})

it('is complete without its script: only the controls of the script are hidden', () => {
  expect([...page.matchAll(/<(\w+)[^>]* hidden>/g)].map(([, name]) => name)).toEqual(['form', 'p'])
})

it('lays JSON bodies out, and changes no digit', () => {
  const page = (text: string) => {
    const exchanges = [sampleExchange({ text })]
    return toHtml(show({ ...sampleRun, results: [sampleResult(1, { exchanges })] }), sampleLinks)
  }
  expect(page('{"a":[1]}')).toContain('{\n  &#34;a&#34;: [\n    1\n  ]\n}')
  expect(page('{"a":9007199254740993}')).toContain('{&#34;a&#34;:9007199254740993}')
})

it("shows a target's text as text", () => {
  const message = '</pre><script>alert(1)</script><img src=x onerror="alert(1)">'
  const exchanges = [sampleExchange({ text: message, headers: { 'x-a': message } })]
  const shown = toHtml(showFailure({ failure: { message, expected: message, seen: message }, exchanges }), sampleLinks)
  expect(shown.match(/<script>/g)).toHaveLength(1)
  expect(shown).not.toContain('<img')
})

it('names the interfaces side by side when there are several', () => {
  const other = { ...sampleResult(1, {}), interface: 'shades' }
  const both = toHtml(show({ ...sampleRun, results: [...sampleRun.results, other] }), sampleLinks)
  expect(both).toContain(
    '<tr><th scope="row">shades</th><td class="zero">0</td><td class="zero">0</td><td class="zero">0</td><td class="zero">0</td><td>1</td><td>1</td></tr>',
  )
  expect(page).not.toContain('<table class="counts">')
})

it('shows the last exchanges of a long check, and how many it leaves out', () => {
  const exchanges = Array.from({ length: 10 }, (_, index) => sampleExchange({ text: `answer ${index}.` }))
  const shown = toHtml(showFailure({ exchanges }), sampleLinks)
  expect(shown).toContain('2 earlier requests of this check not shown')
  expect(shown).not.toContain('answer 1.')
  expect(shown).toContain('answer 2.')
  expect(toHtml(showFailure({ exchanges, failedAt: 8 }), sampleLinks)).not.toContain('answer 9.')
})
