import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'

/** Commands of browsers. The first is the same browser without windows: it starts faster and takes half the processor time. */
const executable = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
  .find(existsSync)

/** Why the pages cannot be tried in a browser; undefined if they can. CI has a browser, and fails without one. */
export function whyNoBrowser(): string | undefined {
  if (executable !== undefined) return undefined
  if (process.env.RULEBOUND_BROWSER === 'required')
    throw new Error('there is no chromium, and this run must not go without')
  return 'there is no chromium; install it to run these tests (Debian: apt-get install chromium-headless-shell)'
}

export function startBrowser(): Promise<Browser> {
  const flags =
    'no-sandbox disable-gpu disable-quic no-first-run disable-background-networking disable-component-update disable-sync'
  return chromium.launch({ executablePath: executable ?? '', args: flags.split(' ').map((flag) => `--${flag}`) })
}

export interface Faults {
  /** Errors on its console, and uncaught errors. */
  errors: string[]
  /** Requests that leave this machine. */
  outside: string[]
}

export function watchFaults(page: Page): Faults {
  const faults: Faults = { errors: [], outside: [] }
  page.on('pageerror', ({ message }) => faults.errors.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.errors.push(message.text())
  })
  page.on('request', (request) => {
    if (!/^(file:|data:|blob:|http:\/\/127\.0\.0\.1[:/])/.test(request.url())) faults.outside.push(request.url())
  })
  return faults
}

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules of axe that depend on colours, which differ between colour schemes. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/** Findings of axe that our pages must not have: rules of WCAG 2.2 AA, and best practices. */
const barriers = ['moderate', 'serious', 'critical']

/**
 * Findings of axe on a page as it is now.
 *
 * @param runOnly rules to run; all when absent
 */
export async function findBarriers(page: Page, runOnly?: string[], impacts = barriers): Promise<string[]> {
  // In the middle of a transition, a colour is not the one that readers see.
  await page.evaluate(async () => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    await Promise.allSettled(transitions.map(({ finished }) => finished))
  })
  // Axe judges no contrast in front of a picture, such as the shadows of boxes that scroll.
  await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('pre, .scroll')) one.style.backgroundImage = 'none'
  })
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await axe)
  return page.evaluate(
    async ({ runOnly, impacts }) => {
      // @ts-expect-error axe was added to the page
      const { violations } = await axe.run({
        preload: false,
        resultTypes: ['violations'],
        ...(runOnly ? { runOnly } : {}),
      })
      return violations
        .filter(({ impact }: { impact: string }) => impacts.includes(impact))
        .flatMap(({ id, nodes }: { id: string; nodes: { html: string }[] }) =>
          nodes.map(({ html }) => `${id}: ${html}`),
        )
    },
    { runOnly, impacts },
  )
}
