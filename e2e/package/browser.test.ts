import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { format } from 'node:util'
import { build as bundleWithEsbuild } from 'esbuild'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readPrograms } from '../../src/guide-programs.fixture.ts'
import { startBrowser, watchFaults, whyNoBrowser } from '../docs/browser.fixture.ts'
import { startCommand } from './installed.fixture.ts'

const minutes = 60_000
const reason = whyNoBrowser() ?? inject('notInstalled')
const project = inject('project')
/** Programs that import this package alone, without what needs sockets of Node.js. A page has no environment variables. */
const programs = readPrograms(['docs/guides/clients.md', 'docs/guides/request-params/index.md']).filter(
  ({ code, printed }) =>
    printed !== '' &&
    [...code.matchAll(/ from '(.+)'/g)].every(([, name = '']) => /^rulebound\/(?!client\/node-tls)/.test(name)),
)
/** A client that has secrets refuses to run in a page. */
const secretive = 'merchantTokens'

describe.skipIf(reason)(`programs of the guides in a browser${reason ? `: ${reason}` : ''}`, () => {
  const sources = mkdtempSync(join(project, 'pages-'))
  let browser: Browser
  let mock: Awaited<ReturnType<typeof startCommand>>

  beforeAll(async () => {
    mock = await startCommand(['mock', '--port', '0'])
    browser = await startBrowser()
    for (const { name, code } of programs) {
      const page = `const process = { env: {} }; const console = { log: (...words) => globalThis.printed.push(words) }\n${code}`
      writeFileSync(
        join(sources, `${name}.js`),
        stripTypeScriptTypes(page).replaceAll('http://127.0.0.1:4010', mock.origin),
      )
    }
  }, minutes)
  afterAll(async () => {
    await browser?.close()
    await mock?.[Symbol.asyncDispose]()
    rmSync(sources, { recursive: true })
  })

  describe.each([
    ['esbuild', buildWithEsbuild],
    ['Vite', buildWithVite],
  ] as const)('built by %s', (_, build) => {
    const out = mkdtempSync(join(project, 'bundled-'))
    let pages: Server
    let origin = ''

    beforeAll(async () => {
      await build(globSync(join(sources, '*.js')), out)
      // A page has another origin than the mock, as pages of users have.
      pages = createServer(({ url = '' }, response) => {
        const isScript = url.endsWith('.js')
        response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
        response.end(isScript ? readFileSync(join(out, url)) : '<!doctype html><link rel="icon" href="data:,">')
      }).listen(0, '127.0.0.1')
      await once(pages, 'listening')
      origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
    }, 2 * minutes)
    afterAll(() => {
      pages?.close().closeAllConnections()
      rmSync(out, { recursive: true })
    })

    it.each(programs)('the program at $page:$line runs in a page', async ({ name, code, printed }) => {
      await fetch(`${mock.origin}/_control/sessions/default/reset`, { method: 'POST' })
      const page = await browser.newPage()
      const { outside } = watchFaults(page)
      await page.goto(origin)
      // As text, because the test runner rewrites the import in a function.
      const words = page.evaluate<unknown[][]>(
        `(async () => { globalThis.printed = []; await import('/${name}.js'); return globalThis.printed })()`,
      )
      if (code.includes(secretive)) await expect(words).rejects.toThrow(`${secretive} does not work in a browser`)
      else expect((await words).map((line) => `${format(...line)}\n`).join('')).toBe(printed)
      expect(outside).toEqual([])
      await page.close()
    })
  })
})

async function buildWithEsbuild(entryPoints: string[], outdir: string): Promise<void> {
  const options = { bundle: true, splitting: true, format: 'esm', platform: 'browser', logLevel: 'silent' } as const
  await bundleWithEsbuild({ ...options, entryPoints, outdir })
}

async function buildWithVite(files: string[], outDir: string): Promise<void> {
  const { build } = await import('vite')
  const input = Object.fromEntries(files.map((file) => [basename(file, '.js'), file]))
  await build({
    root: project,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir,
      target: 'esnext',
      modulePreload: false,
      rolldownOptions: { input, preserveEntrySignatures: 'strict', output: { entryFileNames: '[name].js' } },
    },
  })
}
