import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serve } from '@hono/node-server'
import type { Hono } from 'hono'

// `@scalar/mock-server` is a library: this is the server from its documentation.
// Usage: serve-scalar.ts <folder of the package> <openapi.json> <port>
const [folder = '', document = '', port = '0'] = process.argv.slice(2)
const entry = createRequire(import.meta.url).resolve(join(folder, 'dist/index.js'))
const { createMockServer } = (await import(pathToFileURL(entry).href)) as {
  createMockServer: (options: { document: object; logger: boolean }) => Promise<Hono>
}
const app = await createMockServer({ document: JSON.parse(readFileSync(document, 'utf8')), logger: false })
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(port) })
