import { expect, it } from 'vitest'
import { raw } from '../../html.ts'
import type { System } from '../data/system.ts'
import { createIdLinks } from './rule-links.ts'

const entry = (id: string) => ({ id, statement: `Says "${id}" and \`<b>\`.` })
const lots = { name: 'lots', catalogue: { rules: ['LOTS-001', 'P2-1234'].map(entry), gaps: [entry('LOTS-G01')] } }
const linkIds = createIdLinks([lots as unknown as System])
const link = (id: string) =>
  `<a class="id" href="docs:lots/rules/#${id}" title="Says &#34;${id}&#34; and &#60;b&#62;.">${id}</a>`

it('links the IDs of catalogues with prefixes of any length, and no others', () => {
  expect(String(linkIds(raw('LOTS-001, P2-1234 and LOTS-G01')))).toBe(
    `${link('LOTS-001')}, ${link('P2-1234')} and ${link('LOTS-G01')}`,
  )
  const others = '<code>LOTS-001</code> LOTS-002 XLOTS-001 <a href="x">LOTS-G01</a> <b title="LOTS-001">b</b>'
  expect(String(linkIds(raw(others)))).toBe(others)
})
