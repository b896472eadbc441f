import type { Browser, CDPSession, Page } from 'playwright-core'
import { createDocs } from '../../src/docs/docs.ts'
import { startMock } from '../../src/mock/start-mock.ts'
import { UserError } from '../../src/user-error.ts'
import { startBrowser, whyNoBrowser } from '../docs/browser.fixture.ts'
import type { Options } from './options.ts'
import { type Report, table } from './report.ts'

/** One page of each kind, the largest of its kind where they differ. */
const pages = [
  '',
  'secrets/',
  'secrets/operations/readVersion/',
  'orders/operations/listOrders/',
  'cluster-agent/rules/',
  'cluster-agent/schemas/',
  'states/orders/',
  'guides/',
  'guides/secrets/',
  'changelog/',
]

/** A slow 4G network as Lighthouse simulates it, and a processor four times slower than this one. */
const network = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8 }
const slowdown = 4

const limits = { page: 120_000, scripts: 50_000, interactive: 1500, index: 150_000, open: 2000, keystroke: 20 }
const typed = 'how do i capture an order'

/** Measures what pages of the docs weigh, and how soon they can be used, in Chromium. */
export async function bench({ rounds = 3 }: Options): Promise<Report> {
  const missing = whyNoBrowser()
  if (missing !== undefined) throw new UserError(missing)
  const mock = await startMock({ fallback: createDocs() })
  const browser = await startBrowser()
  try {
    const loads: PageLoad[] = []
    for (const path of pages) {
      // The first request renders the page.
      await openPage(browser, `${mock.origin}/docs/`, path)
      const samples: PageLoad[] = []
      for (let round = 0; round < rounds; round++) samples.push(await openPage(browser, `${mock.origin}/docs/`, path))
      samples.sort((one, other) => one.interactive - other.interactive)
      loads.push(...samples.slice(rounds / 2, rounds / 2 + 1))
    }
    const search = await useSearch(browser, `${mock.origin}/docs/`)
    return report(loads, search)
  } finally {
    await browser.close()
    await mock.close()
  }
}

interface PageLoad {
  path: string
  /** Bytes on the wire, headers included. */
  bytes: number
  scripts: number
  /** Milliseconds from the start of the navigation until the scripts have run and no long task is left. */
  interactive: number
}

interface SearchTimes {
  /** Bytes of the index on the wire. */
  index: number
  /** Milliseconds from the key that opens the search until it can answer. */
  open: number
  /** Milliseconds of each keystroke on this processor, shortest first. */
  keystrokes: number[]
}

async function openPage(browser: Browser, address: string, path: string): Promise<PageLoad> {
  const page = await browser.newPage()
  const sizes = recordSizes(page)
  await throttle(page)
  await page.goto(address + path, { waitUntil: 'networkidle' })
  const interactive = await page.evaluate(async () => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const tasks = await new Promise<PerformanceEntry[]>((resolve) => {
      const observer = new PerformanceObserver((list) => resolve(list.getEntries()))
      observer.observe({ type: 'longtask', buffered: true })
      setTimeout(() => resolve([]), 100)
    })
    return Math.max(navigation?.domContentLoadedEventEnd ?? 0, ...tasks.map((task) => task.startTime + task.duration))
  })
  const load = { path, bytes: await sizes.total(), scripts: await sizes.total('script'), interactive }
  await page.context().close()
  return load
}

async function useSearch(browser: Browser, address: string): Promise<SearchTimes> {
  const page = await browser.newPage()
  const session = await throttle(page)
  await page.goto(address, { waitUntil: 'networkidle' })
  const sizes = recordSizes(page)
  const start = performance.now()
  await page.keyboard.press('/')
  await page.waitForSelector('dialog[open]')
  await page.waitForFunction(() => document.querySelector('.search-hint')?.textContent?.startsWith('Type'))
  const open = performance.now() - start
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  // The first round compiles the code.
  const [, keystrokes = []] = [await typeLetters(page), await typeLetters(page)]
  const index = await sizes.total('script')
  await page.context().close()
  return { index, open, keystrokes }
}

/** Types the query letter by letter. Returns the milliseconds that each letter took, shortest first. */
async function typeLetters(page: Page): Promise<number[]> {
  return page.evaluate((text) => {
    const input = document.querySelector<HTMLInputElement>('dialog input')
    const times = [...text].map((_, at) => {
      const before = performance.now()
      if (input) input.value = text.slice(0, at + 1)
      input?.dispatchEvent(new Event('input'))
      return performance.now() - before
    })
    return times.sort((one, other) => one - other)
  }, typed)
}

async function throttle(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return session
}

function recordSizes(page: Page): { total(type?: string): Promise<number> } {
  const seen: { type: string; bytes: Promise<number> }[] = []
  page.on('requestfinished', (request) => {
    const bytes = request.sizes().then((sizes) => sizes.responseBodySize + sizes.responseHeadersSize)
    seen.push({ type: request.resourceType(), bytes })
  })
  return {
    async total(type) {
      const sizes = await Promise.all(seen.filter((one) => !type || one.type === type).map(({ bytes }) => bytes))
      return sizes.reduce((sum, size) => sum + size, 0)
    },
  }
}

function report(loads: readonly PageLoad[], { index, open, keystrokes }: SearchTimes): Report {
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`
  const milliseconds = (time: number) => `${time.toFixed(time < 10 ? 1 : 0)} ms`
  const most = at(keystrokes, 0.9)
  const judged: [what: string, value: number, limit: number, print: (value: number) => string][] = [
    ...loads.flatMap(({ path, bytes, scripts, interactive }): typeof judged => [
      [`the bytes of /docs/${path}`, bytes, limits.page, kilobytes],
      [`the scripts of /docs/${path}`, scripts, limits.scripts, kilobytes],
      [`the time until /docs/${path} can be used`, interactive, limits.interactive, milliseconds],
    ]),
    ['the script and index of the search', index, limits.index, kilobytes],
    ['the time until the search can answer', open, limits.open, milliseconds],
    ['a keystroke', most, limits.keystroke, milliseconds],
  ]
  return {
    sections: [
      `Pages of the docs in Chromium, slow 4G, a processor ${slowdown} times slower`,
      table(
        ['page', 'transferred', 'of that scripts', 'interactive after'],
        loads.map(({ path, bytes, scripts, interactive }) => {
          return [`/docs/${path}`, kilobytes(bytes), kilobytes(scripts), milliseconds(interactive)]
        }),
      ),
      table(
        ['search', ''],
        [
          ['script and index, transferred', kilobytes(index)],
          ['opened, ready to answer (slow 4G, slow processor)', milliseconds(open)],
          ['a keystroke, median (this processor)', milliseconds(at(keystrokes, 0.5))],
          ['a keystroke, nine of ten within (this processor)', milliseconds(most)],
        ],
      ),
    ],
    results: { loads, search: { index, open, keystrokes } },
    failures: judged
      .filter(([, value, limit]) => value > limit)
      .map(([what, value, limit, print]) => `Over its limit: ${what}, ${print(value)} (limit ${print(limit)}).`),
  }
}

/** The value below which this share of the values lies. */
function at(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0
}
