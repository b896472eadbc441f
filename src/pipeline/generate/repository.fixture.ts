import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parse, stringify } from 'yaml'
import { temporaryFolder } from '../../temporary-folder.fixture.ts'
import { root } from '../../workspace/root.ts'
import { type Edit, sampleWith } from '../lint/sample.fixture.ts'
import { readTree } from './tree.ts'

const folders = ['docs', 'e2e', 'generated', 'scripts', 'schemas', 'specs', 'src']
const files = [
  '.spectral.yaml',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'README.md',
  'biome.json',
  'package.json',
  'redocly.yaml',
  'tsconfig.json',
  'vitest.config.ts',
]

/** A copy of this repository that a test may change; returns its root, with a trailing slash. Removed when the test ends. */
export async function copyRepository(): Promise<string> {
  const base = `${temporaryFolder()}/`
  const options = { recursive: true, filter: (path: string) => basename(path) !== 'node_modules' }
  await Promise.all([...folders, ...files].map((path) => cp(join(root, path), join(base, path), options)))
  await symlink(join(root, 'node_modules'), join(base, 'node_modules'))
  return base
}

/** Every file of such a copy, by path. */
export async function contentsOf(base: string): Promise<Map<string, string>> {
  const below = folders.flatMap((folder) =>
    [...readTree(join(base, folder))].map(([file, text]) => [`${folder}/${file}`, text] as const),
  )
  const beside = await Promise.all(files.map(async (file) => [file, await readFile(join(base, file), 'utf8')] as const))
  return new Map([...below, ...beside])
}

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
