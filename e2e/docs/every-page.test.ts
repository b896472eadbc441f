import { describe, expect, it } from 'vitest'
import { loadSiteData } from '../../src/docs/data/site-data.ts'
import { isPage, listPages } from '../../src/docs/site.ts'
import { bundled } from '../../src/workspace/bundled.ts'
import { whyNoBrowser } from './browser.fixture.ts'
import { usePortal } from './portal.fixture.ts'

const missing = whyNoBrowser()
const paths = listPages(await loadSiteData({ workspace: bundled }), 'folders').flatMap(({ path }) =>
  isPage(path) ? [path] : [],
)

describe.skipIf(missing)(`every page in a browser${missing ? `: ${missing}` : ''}`, () => {
  const { open, served } = usePortal()

  // A violation of the content security policy is an error on the console.
  it.each(paths)('%s fits windows of 390, 1024 and 1600 px, and has no error', async (path) => {
    const page = await open(served(path))
    for (const width of [390, 1024, 1600]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBeLessThanOrEqual(width)
      expect(await page.evaluate(findCutText), `${width} px`).toEqual([])
    }
  })
})

/**
 * Runs in a page. Finds text that a reader does not see whole and cannot scroll to, text that stands out of its box, and words that
 * are broken between two letters although they are short.
 */
function findCutText(): string[] {
  const tolerance = 1.5
  const longestWord = 20
  const faults = new Set<string>()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode
    const parent = text.parentElement
    if (!parent || !text.nodeValue?.trim() || !parent.checkVisibility({ contentVisibilityAuto: true })) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const rect = range.getBoundingClientRect()
    if (rect.width === 0 || rect.right <= 0) continue
    const tell = (fault: string) => faults.add(`${fault}: ${text.nodeValue?.trim().slice(0, 60)}`)
    if (isCut(parent, rect)) tell('cut')
    if (rect.height > 30 && breaksWord(text)) tell('broken word')
  }
  return [...faults]

  function isCut(parent: Element, rect: DOMRect): boolean {
    let block: Element | undefined
    for (let one: Element | null = parent; one && one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY, display } = getComputedStyle(one)
      if (display === 'inline' || display === 'contents') continue
      if (overflowX === 'auto' || overflowX === 'scroll') return false
      const box = one.getBoundingClientRect()
      if (block === undefined && (rect.right > box.right + tolerance || rect.left < box.left - tolerance)) return true
      block ??= one
      const clips = [overflowX, overflowY].some((overflow) => overflow === 'hidden' || overflow === 'clip')
      if (clips && (rect.right > box.right + tolerance || rect.bottom > box.bottom + tolerance)) return true
    }
    return rect.right > innerWidth + tolerance || rect.left < -tolerance
  }

  function breaksWord(text: Node): boolean {
    return [...(text.nodeValue ?? '').matchAll(/[\p{L}\p{N}]{2,}/gu)].some(({ 0: word, index }) => {
      if (word.length > longestWord) return false
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4))).size > 1
    })
  }
}
