import { expect, it } from 'vitest'
import { type Globals, isBrowser } from './browser.ts'

it.each<[string, Globals, boolean]>([
  ['a page', { document: {} }, true],
  ['a page with a polyfill of process', { document: {}, process: { versions: {} } }, true],
  ['a worker of a page', { WorkerGlobalScope: {}, importScripts: {} }, true],
  ['Node', { process: { versions: { node: '24.0.0' } } }, false],
  ['a test in Node that imitates a page', { document: {}, process: { versions: { node: '24.0.0' } } }, false],
  ['a runtime at the edge', { WorkerGlobalScope: {} }, false],
])('%s', (_, globals, browser) => {
  expect(isBrowser(globals)).toBe(browser)
})

it('looks at the globals by itself', () => {
  expect(isBrowser()).toBe(false)
})
