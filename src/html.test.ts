import { expect, it } from 'vitest'
import { html, join, raw } from './html.ts'

it('escapes text in elements and attributes, and markup never twice', () => {
  const text = `<a href="x" title='y'>&\``
  const escaped = '&#60;a href=&#34;x&#34; title=&#39;y&#39;&#62;&#38;&#96;'
  expect(String(html`<p title="${text}">${html`<b>${text}</b>`}</p>`)).toBe(
    `<p title="${escaped}"><b>${escaped}</b></p>`,
  )
})

it('shows lists one after another, numbers, and nothing for undefined and false', () => {
  expect(String(html`${['<', html`<br>`, 0]}${undefined}${false}${raw('<i>')}`)).toBe('&#60;<br>0<i>')
})

it('joins texts and markup', () => {
  expect(String(join(['<', html`<b>`], html`<br>`))).toBe('&#60;<br><b>')
})

it('keeps the escapes of a template', () => {
  expect(String(html`[\\w]\n`)).toBe('[\\w]\n')
})

it('html is the only way to markup', () => {
  // @ts-expect-error: an object with a toString() is not content
  expect(() => html`${{ toString: () => '<script>' }}`).toThrow(TypeError)
})
