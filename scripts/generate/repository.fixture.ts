import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { type Edit, sampleWith } from '../lint/sample.fixture.ts'

/** A small repository with one sound interface, `lamps`, after some edits; returns its root, with a trailing slash. */
export async function sampleRepository(...edits: Edit[]): Promise<string> {
  return `${await sampleWith(...edits)}/`
}

/** The same with a second interface, `desks`, which is `lamps` under another name. */
export async function sampleOfTwo(...edits: Edit[]): Promise<string> {
  const base = await sampleRepository(...edits)
  await cp(join(base, 'specs/lamps'), join(base, 'specs/desks'), { recursive: true })
  const config = parse(await readFile(join(base, 'redocly.yaml'), 'utf8'))
  config.apis.desks = { root: 'specs/desks/openapi.yaml' }
  await writeFile(join(base, 'redocly.yaml'), stringify(config))
  return base
}

/** In one file, `from` becomes `to`. */
export async function edit(base: string, file: string, from: string, to: string): Promise<void> {
  const text = await readFile(join(base, file), 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
  await writeFile(
    join(base, file),
    text.replace(from, () => to),
  )
}
