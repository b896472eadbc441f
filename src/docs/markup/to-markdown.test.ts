import { expect, it } from 'vitest'
import { html, raw } from '../../html.ts'
import { prose, renderCode, toMarkdown } from './to-markdown.ts'

const lamp = (name: string) =>
  html`<li class="${name}"><p class="field"><code>${name}</code> <em>required</em></p>\n<div>Its ${name}.</div></li>`

it.each([
  [html`<h2>${'A <b> [x](y) *z*'}</h2><p>One<br>two</p>`, '## A \\<b\\> \\[x\\](y) \\*z\\*\n\nOne\ntwo\n'],
  [
    html`<ul>${[lamp('a_b'), lamp('c')]}</ul><p>End.</p>`,
    '- `a_b` required\n  Its a\\_b.\n- `c` required\n  Its c.\n\nEnd.\n',
  ],
  [html`<ul><li>A<ul><li>B</li></ul></li><li>C</li></ul>`, '- A\n  - B\n- C\n'],
  [
    html`<p><a href="${'x.md'}">${'here'}</a> <a href="">nowhere</a> <a href="${''}">none</a></p>`,
    '[here](x.md) nowhere none\n',
  ],
  [html`<p>${'a'}</p><form id="${'f'}">${'no'}<p>${'no'}</p></form><p>${'b'}</p>`, 'a\n\nb\n'],
  [html`<ul><li>A ${renderCode('x\n  y', 'sh')}</li></ul>`, '- A\n  ```sh\n  x\n    y\n  ```\n'],
  [html`<div>${raw('', prose('# Title\n\n- one\n  - two'))}</div>`, 'Title\n\n- one\n  - two\n'],
  [html`<p><code>${'a`b'}</code></p>`, '`` a`b ``\n'],
])('a template is written as Markdown: %s', (content, text) => {
  expect(toMarkdown(content)).toBe(text)
})
