import { expect, it } from 'vitest'
import { internalLinks, mediaTypeOf, resolveLinks } from './page.ts'

it.each([
  ['orders/rules/', 'docs:', '../../', '../../index.html'],
  [
    'orders/rules/',
    'docs:orders/#operation/getOrder',
    '../../orders/#operation/getOrder',
    '../../orders/index.html#operation/getOrder',
  ],
  ['orders/rules/', 'docs:orders/rules/#ORD-001', '#ORD-001', '#ORD-001'],
  ['orders/rules/', 'docs:assets/style.css', '../../assets/style.css', '../../assets/style.css'],
  ['', 'docs:orders/', './orders/', './orders/index.html'],
  ['', 'https://example.com/docs:x', 'https://example.com/docs:x', 'https://example.com/docs:x'],
])('on the page %j, %s becomes %s on a server and %s on a disk', (from, written, served, stored) => {
  expect(resolveLinks(`<a href="${written}">`, from, 'folders')).toBe(`<a href="${served}">`)
  expect(resolveLinks(`<a href="${written}">`, from, 'files')).toBe(`<a href="${stored}">`)
})

it('gives scripts the path of the root and the form of the pages', () => {
  expect(resolveLinks('<html data-root="docs:">', 'states/orders/', 'files')).toBe(
    '<html data-root="../../" data-form="files">',
  )
})

it('lists the links of a page, fragments decoded', () => {
  expect(internalLinks('<a href="docs:orders/#a%20b"><img src="docs:x.png"><html data-root="docs:">')).toEqual([
    { path: 'orders/', fragment: 'a b' },
    { path: 'x.png', fragment: '' },
  ])
})

it.each([
  ['orders/', 'text/html; charset=utf-8'],
  ['sources/parking.md/', 'text/html; charset=utf-8'],
  ['orders/index.md', 'text/markdown; charset=utf-8'],
])('%s is sent as %s', (path, mediaType) => {
  expect(mediaTypeOf(path)).toBe(mediaType)
})
