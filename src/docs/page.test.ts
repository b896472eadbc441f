import { expect, it } from 'vitest'
import { type LinkForm, mediaTypeOf, PageContext, type PageOptions } from './page.ts'

const options: PageOptions = {
  form: 'folders',
  assets: 'assets/0123/',
  entries: new Map([['ORD-001', { path: 'orders/rules/#ORD-001', statement: 'Orders `have` a token.' }]]),
  guides: new Map([['docs/guides/orders.md', 'guides/orders/']]),
  brand: { title: 'Lamps', isPublished: false },
  texts: new Set<string>(),
}
const pageAt = (path: string, form: LinkForm) => new PageContext(path, { ...options, form })

it.each([
  ['orders/rules/', '', '../../', '../../index.html'],
  ['orders/rules/', 'orders/#operation/getOrder', '../#operation/getOrder', '../index.html#operation/getOrder'],
  ['orders/rules/', 'orders/rules/#ORD-001', '#ORD-001', '#ORD-001'],
  ['orders/rules/', 'assets/style.css', '../../assets/0123/style.css', '../../assets/0123/style.css'],
  ['', 'orders/', './orders/', './orders/index.html'],
  ['orders/operations/a/', 'orders/operations/b/', '../b/', '../b/index.html'],
])('on the page %j, the site path %j is %s on a server and %s on a disk', (from, target, served, stored) => {
  expect(pageAt(from, 'folders').to(target)).toBe(served)
  expect(pageAt(from, 'files').to(target)).toBe(stored)
})

it('an ID that a catalogue has becomes a link with its sentence, and the page knows that it cites it', () => {
  const page = pageAt('orders/', 'folders')
  expect(String([page.linkIds('See ORD-001 and ORD-999.')].flat(3).join(''))).toBe(
    'See <a class="id" href="./rules/#ORD-001" title="Orders have a token.">ORD-001</a> and ORD-999.',
  )
  expect([...page.cited]).toEqual(['ORD-001'])
})

it.each([
  ['orders/', 'text/html; charset=utf-8'],
  ['sources/parking.md/', 'text/html; charset=utf-8'],
  ['orders.md', 'text/markdown; charset=utf-8'],
])('%s is sent as %s', (path, mediaType) => {
  expect(mediaTypeOf(path)).toBe(mediaType)
})
