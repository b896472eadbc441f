import { readFileSync } from 'node:fs'
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

it('is at most 4.2 kB, minified and gzipped, without adapters', async () => {
  expect(await sizeOf(['./multipart.ts'])).toBeLessThanOrEqual(4200)
})

it('is at most 5 KiB with what adapts the multipart parser, which is loaded with the first upload', async () => {
  expect(await sizeOf([])).toBeLessThanOrEqual(5120)
})

it('imports nothing, so that a page can load it', async () => {
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    external: ['./multipart.ts'],
    metafile: true,
  })
  const [output] = Object.values(metafile.outputs)
  expect(
    output?.imports
      .filter(({ kind }) => kind === 'import-statement')
      .map(({ path }) => path)
      .sort(),
  ).toEqual([])
  expect(Object.keys(metafile.inputs).filter((file) => !file.startsWith('src/request-params/'))).toEqual([])
  expect(readFileSync(entry, 'utf8')).not.toContain('../')
})
