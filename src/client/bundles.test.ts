import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const clients = globSync(['src/interfaces/*/client.ts', 'generated/*/client.ts'], { cwd: root }).sort()
const { interfaces }: { interfaces: { name: string }[] } = JSON.parse(
  readFileSync(`${root}/generated/interfaces.json`, 'utf8'),
)

it('there is a client for every interface', () => {
  const generated = interfaces.map(({ name }) => `generated/${name}/client.ts`)
  expect(clients.filter((client) => client.startsWith('generated/'))).toEqual(generated.sort())
})

describe.each([...clients, 'src/client/client.ts'])('%s', (client) => {
  // The bundle is for a browser, so that an import of a Node module fails.
  const bundle = (contents: string) =>
    build({
      stdin: { contents, resolveDir: root },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      write: false,
      metafile: true,
    })

  it('the bundle has at most 10 KB, minified and compressed, and brings no other client and nothing else', async () => {
    const { outputFiles, metafile } = await bundle(`export * from './${client}'`)
    expect(gzipSync(outputFiles[0]?.contents ?? '').length).toBeLessThanOrEqual(10 * 1024)
    const inputs = Object.keys(metafile.inputs).filter((input) => input !== '<stdin>')
    const [name] = /[\w-]+(?=\/client\.ts)/.exec(client) ?? []
    const own = ['src/client/', client, `generated/${name}/client`, 'node_modules/openapi-fetch/']
    expect(inputs.filter((input) => !own.some((folder) => input.startsWith(folder)))).toEqual([])
  })

  it('does nothing when it is only imported', async () => {
    const { outputFiles, warnings } = await bundle(`import './${client}'`)
    expect(outputFiles[0]?.text).toBe('')
    expect(warnings).toEqual([])
  })
})
