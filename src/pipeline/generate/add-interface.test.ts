import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { root } from '../../workspace/root.ts'
import { generate } from './generate.ts'
import { contentsOf, copyRepository, edit } from './repository.fixture.ts'

const run = promisify(execFile)

/** The smallest definition, as CONTRIBUTING.md shows it. */
async function leastDefinition(base: string): Promise<string> {
  const text = await readFile(join(base, 'CONTRIBUTING.md'), 'utf8')
  const [, code = ''] = /```ts\n([^`]*export const definition[^`]*)```/.exec(text) ?? []
  return code.replaceAll(/^ {3}/gm, '').replaceAll('<name>', 'lamps')
}

const client = `
import type { paths } from '../../../generated/lamps/types.ts'
import { createApi } from '../../client/api.ts'
import type { Verbs } from '../../client/call-types.ts'
import { basicUserName } from '../../client/credential.ts'
import type { ClientOptions } from '../../client/options.ts'

export function createLampsClient({ apiKey, ...options }: ClientOptions & { apiKey: string }): Verbs<paths> {
  return createApi<paths>(options, { credential: basicUserName }, apiKey).verbs
}
`

/** Does not compile, and does not run, unless the package and the test kit know the new interface. */
const caller = `
import { createLampsClient } from 'rulebound/lamps'
import { startMock } from 'rulebound/testing'

await using mock = await startMock({ interfaces: ['lamps'] })
const lamps = createLampsClient({ baseUrl: mock.baseUrl('lamps'), apiKey: 'any' })
const { data } = await lamps.GET('/lamps/{lampId}', { params: { path: { lampId: 'hall' } } })
await mock.fail('replaceLamp', { status: 404 })
console.log(data?.id)
`

it('an interface is three things: a folder in specs/, an entry in redocly.yaml, a folder in src/interfaces/', async () => {
  const base = await copyRepository()
  const before = await contentsOf(base)
  const config = before.get('redocly.yaml') ?? ''

  await cp(join(root, 'src/pipeline/lint/fixtures/sample/specs/lamps'), join(base, 'specs/lamps'), { recursive: true })
  await edit(base, 'redocly.yaml', 'apis:\n', 'apis:\n  lamps:\n    root: specs/lamps/openapi.yaml\n')
  await mkdir(join(base, 'src/interfaces/lamps'))
  await writeFile(join(base, 'src/interfaces/lamps/definition.ts'), await leastDefinition(base))
  await writeFile(join(base, 'src/interfaces/lamps/client.ts'), client)
  const { written, lists } = await generate(base, ['lamps'])
  expect(written).toEqual(['lamps'])
  expect(lists).toEqual(['README.md', 'docs/guides/clients/index.md', 'scripts/package/readme.md', 'package.json'])

  const after = await contentsOf(base)
  expect(after.get('README.md')).toContain(
    '\n| `lamps` | Lamp API | `/lamps/api` | [LAMP](specs/lamps/rules.yaml) |  |\n',
  )
  expect(after.get('docs/guides/clients/index.md')).toContain(
    '\n| `createLampsClient` of `rulebound/lamps` | Lamp API |',
  )
  expect(after.get('scripts/package/readme.md')).toContain('\n| `rulebound/lamps` | `createLampsClient` | Lamp API |\n')
  expect(JSON.parse(after.get('package.json') ?? '').exports).toHaveProperty(
    './lamps',
    './src/interfaces/lamps/client.ts',
  )

  await writeFile(join(base, 'src/caller.ts'), caller)
  const project = {
    extends: './tsconfig.json',
    include: [],
    files: ['src/caller.ts', 'src/interfaces/lamps/definition.ts'],
  }
  await writeFile(join(base, 'caller.json'), JSON.stringify({ ...project, compilerOptions: { incremental: false } }))
  const inCopy = { cwd: base, encoding: 'utf8' } as const
  await run(process.execPath, ['node_modules/typescript-7/bin/tsc', '-p', 'caller.json'], inCopy)
  expect((await run(process.execPath, ['src/caller.ts'], inCopy)).stdout).toBe('hall\n')

  await rm(join(base, 'caller.json'))
  await rm(join(base, 'src/caller.ts'))
  await rm(join(base, 'specs/lamps'), { recursive: true })
  await rm(join(base, 'src/interfaces/lamps'), { recursive: true })
  await writeFile(join(base, 'redocly.yaml'), config)
  expect(await generate(base, ['request-params'])).toMatchObject({ removed: ['lamps'], lists })
  expect(await contentsOf(base)).toEqual(before)
})
