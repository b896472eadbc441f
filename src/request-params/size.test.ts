import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

const entry = fileURLToPath(new URL('request-params.ts', import.meta.url))

/** Bytes of the entry and everything that it imports, minified and gzipped, without Node's modules and the multipart parser. */
async function sizeOf(external: string[]): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'es2024',
    packages: 'external',
    external,
  })
  return outputFiles.reduce((size, { contents }) => size + gzipSync(contents, { level: 9 }).length, 0)
}

it('the library has at most 4.2 kB, minified and gzipped, without adapters', async () => {
  expect(await sizeOf(['./multipart.ts'])).toBeLessThanOrEqual(4200)
})

it('the library has at most 5 KiB with what adapts the multipart parser, which is loaded with the first upload', async () => {
  expect(await sizeOf([])).toBeLessThanOrEqual(5120)
})
