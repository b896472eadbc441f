import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { redoclyFindings } from '../../src/pipeline/lint/redocly.ts'
import { type Edit, sampleWith } from '../../src/pipeline/lint/sample.fixture.ts'
import { spectralFindings } from '../../src/pipeline/lint/spectral.ts'
import { root as repository } from '../../src/workspace/root.ts'

// `npm run lint` runs Redocly and Spectral from their libraries. Their commands must say the same.

const path = 'paths/lamps_{lampId}.yaml'
const document = 'specs/lamps/openapi.yaml'
const edits: Edit[] = [
  [path, 'summary: Read', 'sumary: Read'],
  [path, 'operationId: replaceLamp', 'operationId: replace_lamp'],
  ['examples/lamp-lit.yaml', 'lit: true', 'lit: 1'],
  ['parameters/LampId.yaml', 'description: Which lamp.\n', ''],
  ['schemas/Shade.yaml', '[LAMP-G01]', '[]'],
]

it('redocly lint says what its library says', async () => {
  const root = await sampleWith(...edits)
  const output = await run('redocly', ['lint', 'lamps', '--format=json'], root)
  const diagnostics: { ruleId: string; message: string }[] = JSON.parse(output).problems
  const library = await redoclyFindings(root, 'lamps', document)
  expect(diagnostics.map(({ ruleId }) => ruleId).sort()).toEqual(library.map(({ id }) => id).sort())
  expect(library.length).toBeGreaterThan(3)
})

it('spectral lint says what its library says', async () => {
  const root = await sampleWith(...edits)
  const ruleset = join(repository, '.spectral.yaml')
  const output = await run('spectral', ['lint', document, '--ruleset', ruleset, '--format=json'], root)
  const diagnostics: { code: string; message: string }[] = JSON.parse(output.slice(0, output.lastIndexOf(']') + 1))
  const library = await spectralFindings(root, document)
  // A message names a file from the working directory, if it lies below; the library runs in another one.
  const said = diagnostics.map(({ code, message }) => `${code} ${message.replace('specs/lamps/', '')}`)
  expect(said.sort()).toEqual(library.map(({ id, message }) => `${id} ${message}`).sort())
  expect(library.map(({ id }) => id).sort()).toEqual(['operation-id-camel-case', 'rule-list'])
})

function run(command: string, args: string[], cwd: string): Promise<string> {
  const file = join(repository, 'node_modules/.bin', command)
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off' }
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...args], { cwd, env }, (_error, stdout) => resolve(stdout))
  })
}
