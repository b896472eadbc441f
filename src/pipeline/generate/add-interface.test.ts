import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { root } from '../../workspace/root.ts'
import { generate } from './generate.ts'
import { copyRepository, edit } from './repository.fixture.ts'

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

it('serves an interface that is a folder in specs/, an entry in redocly.yaml, and a folder in src/interfaces/', async () => {
  const base = await copyRepository()
  await cp(join(root, 'src/pipeline/lint/fixtures/sample/specs/lamps'), join(base, 'specs/lamps'), { recursive: true })
  await edit(base, 'redocly.yaml', 'apis:\n', 'apis:\n  lamps:\n    root: specs/lamps/openapi.yaml\n')
  await mkdir(join(base, 'src/interfaces/lamps'))
  await writeFile(join(base, 'src/interfaces/lamps/definition.ts'), await leastDefinition(base))
  await writeFile(join(base, 'src/interfaces/lamps/client.ts'), client)
  await edit(base, 'package.json', '"exports": {', '"exports": {"./lamps": "./src/interfaces/lamps/client.ts",')
  expect((await generate(base)).keys()).toContain('lamps/types.ts')

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
})
