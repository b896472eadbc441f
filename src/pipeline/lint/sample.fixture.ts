import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, stringify } from 'yaml'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'

/** Replaces `from` by `to` in a file of specs/lamps, or the whole file if `from` is empty. */
export type Edit = readonly [file: string, from: string, to: string]

const repository = fileURLToPath(new URL('../../..', import.meta.url))

/** Writes a small repository with one sound interface, `lamps`, after some edits, and returns its root. It is removed after the test. */
export async function sampleWith(...edits: Edit[]): Promise<string> {
  const root = temporaryFolder()
  await cp(new URL('fixtures/sample', import.meta.url), root, { recursive: true })
  await cp(join(repository, 'specs/rules.schema.yaml'), join(root, 'specs/rules.schema.yaml'))
  await writeFile(join(root, 'redocly.yaml'), await redoclyConfig())
  for (const [name, from, to] of edits) {
    const file = join(root, 'specs/lamps', name)
    const text = from === '' ? '' : await readFile(file, 'utf8')
    if (!text.includes(from)) throw new Error(`${name} of the sample has no ${from}`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(
      file,
      text.replace(from, () => to),
    )
  }
  return root
}

/** The lint rules of this repository, applied to the sample. */
async function redoclyConfig(): Promise<string> {
  const config = parse(await readFile(join(repository, 'redocly.yaml'), 'utf8'))
  const lamps = { root: 'specs/lamps/openapi.yaml', output: 'generated/lamps/openapi.yaml' }
  return stringify({ ...config, apis: { lamps } })
}
