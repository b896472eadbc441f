import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { copyRepository } from '../../generate/repository.fixture.ts'

const run = promisify(execFile)
const documents = fileURLToPath(new URL('documents/', import.meta.url))

/** Does not compile unless the client knows this operation of the document. */
const callers = {
  gotify: `import { createGotifyClient } from 'rulebound/gotify'
const client = createGotifyClient({ baseUrl: 'http://127.0.0.1:4010/gotify', credential: 'any' })
await client.GET('/application/{id}/message', { params: { path: { id: 1 } } })
// @ts-expect-error the document has no such path
await client.GET('/applications', {})
`,
  box: `import { createBoxClient } from 'rulebound/box'
const client = createBoxClient({ baseUrl: 'http://127.0.0.1:4010/box/2.0', credential: 'any' })
await client.GET('/files/{file_id}', { params: { path: { file_id: '1' } } })
// @ts-expect-error the document has no such path
await client.GET('/file', {})
`,
}

it.each([
  { name: 'gotify', file: 'gotify.json', operations: 42, shown: 60 },
  { name: 'box', file: 'box.json.gz', operations: 276, shown: 510 },
] as const)(
  'a document by others goes the whole way: $name, with $operations operations',
  async ({ name, ...its }) => {
    const base = await copyRepository()
    const bytes = await readFile(join(documents, its.file))
    await writeFile(join(base, 'openapi.json'), its.file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    const node = (...args: string[]) =>
      run(process.execPath, ['--max-old-space-size=3000', ...args], { cwd: base, maxBuffer: 1e8 })

    const added = await node('src/cli/rulebound.ts', 'new', name, '--from', 'openapi.json')
    expect(added.stdout).toContain(`: ${its.operations} operations, `)
    expect((await node('src/cli/rulebound.ts', 'lint', name)).stdout).toMatch(/drafts without effect: no problems\n$/)
    expect((await node('src/cli/rulebound.ts', 'generate')).stdout).toBe('generated/ is up to date\n')

    // Each rule except prose passes on the mock.
    const { stdout } = await node('src/cli/rulebound.ts', 'verify', name, '--json')
    const { results }: { results: { result: string }[] } = JSON.parse(stdout)
    expect(new Set(results.map(({ result }) => result))).toEqual(new Set(['passed']))
    expect(results.length).toBeGreaterThan(its.shown)

    await node('src/cli/rulebound.ts', 'docs', 'site')
    expect(await readdir(join(base, 'site', name, 'operations'))).toHaveLength(its.operations)
    const rules = await readFile(join(base, 'site', name, 'rules/index.html'), 'utf8')
    const [, page = '', line = ''] =
      new RegExp(`href="../../(sources/${name}\\.openapi/\\d+/)index\\.html#(L\\d+)"`).exec(rules) ?? []
    expect(await readFile(join(base, 'site', page, 'index.html'), 'utf8')).toContain(`id="${line}"`)

    await writeFile(join(base, 'src/caller.ts'), callers[name])
    const project = {
      extends: './tsconfig.json',
      include: [],
      files: ['src/caller.ts', `src/interfaces/${name}/checks.ts`],
    }
    await writeFile(join(base, 'caller.json'), JSON.stringify({ ...project, compilerOptions: { incremental: false } }))
    await node('node_modules/typescript-7/bin/tsc', '-p', 'caller.json')
  },
  600_000,
)
