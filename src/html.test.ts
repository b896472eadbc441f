import { expect, it } from 'vitest'
import { html, join, raw } from './html.ts'

it('escapes text in elements and attributes, and markup never twice', () => {
  const text = `<a href="x" title='y'>&\``
  const escaped = '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&#96;'
  expect(String(html`<p title="${text}">${html`<b>${text}</b>`}</p>`)).toBe(
    `<p title="${escaped}"><b>${escaped}</b></p>`,
  )
})

it('shows lists one after another, numbers, and nothing for undefined and false', () => {
  expect(String(html`${['<', html`<br>`, 0]}${undefined}${false}${raw('<i>')}`)).toBe('&lt;<br>0<i>')
})

it('joins texts and markup', () => {
  expect(String(join(['<', html`<b>`], html`<br>`))).toBe('&lt;<br><b>')
})

it('keeps the escapes of a template', () => {
  expect(String(html`[\\w]\n`)).toBe('[\\w]\n')
})

it('html is the only way to markup', () => {
  // @ts-expect-error: an object with a toString() is not content
  expect(() => String(html`${{ toString: () => '<script>' }}`)).toThrow(TypeError)
})
