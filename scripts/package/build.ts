import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Metafile } from 'esbuild'
import { parse } from 'yaml'
import { bundleAssets, bundledAssets } from '../../src/docs/assets.ts'
import { readmeInPackage } from '../../src/docs/data/site-data.ts'
import { pictureOf } from '../../src/docs/markup/diagram.ts'
import { loadDiagram } from '../../src/interfaces/load.ts'
import { UserError } from '../../src/user-error.ts'
import { bundled } from '../../src/workspace/bundled.ts'
import { root } from '../../src/workspace/root.ts'
import { bundle, packagesIn } from './bundle.ts'
import { compileDeclarations } from './declarations.ts'
import { bundleHouseRules, houseRulesFile, houseRulesTypes } from './house-rules.ts'
import { type Manifest, ofPeers, oldestNode, optionalPeers, publishedManifest } from './manifest.ts'

/** Sources that are found by their names, or started as threads. */
const loadedByName = [
  'src/interfaces/*/{definition,checks,state-machine}.ts',
  'src/docs/serve/docs-worker.ts',
  'src/verify/runner/check-worker.ts',
]

/** Tools of the docs whose results the package has. */
const toolsOfDocs = ['@viz-js/viz', 'esbuild']

/** Files that the package reads at run time, or that belong to it. */
const copied = [
  'generated/**/*.{json,yaml}',
  'specs/*/rules.yaml',
  'specs/sources.yaml',
  'docs/guides/**/*.md',
  'docs/{performance.md,search-{questions,synonyms}.yaml}',
  'schemas/target.schema.yaml',
  'schemas/settings.schema.json',
  // What the commands on documents need: templates.
  'src/pipeline/new/template/**/*.*',
  'CHANGELOG.md',
  'LICENSE',
]

/**
 * Builds the published package: bundled files, declarations, the files that they read, notices, a manifest and a readme.
 *
 * @param folder is emptied first
 * @returns what the bundler says of its inputs and outputs
 * @throws {UserError} when something does not compile or cannot be bundled, or declarations need a package that a user lacks
 */
export async function buildPackage(folder: string): Promise<Metafile> {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const peers = [...Object.keys(optionalPeers), ...ofPeers]
  const exported = Object.values(manifest.exports).filter((file) => file.endsWith('.ts'))
  const found = globSync(loadedByName, { cwd: root }).sort()
  rmSync(folder, { recursive: true, force: true })
  const metafile = await bundle(
    folder,
    [...exported, ...Object.values(manifest.bin), ...found],
    [...peers, ...toolsOfDocs],
    oldestNode(manifest),
  )
  for (const [file, text] of compileDeclarations(exported, peers)) write(file, text)
  // A start reads the JSON files; nobody else does.
  for (const file of [...globSync(copied, { cwd: root }), ...textsOfSources()])
    if (file.endsWith('.json')) write(file, JSON.stringify(JSON.parse(readFileSync(join(root, file), 'utf8'))))
    else cpSync(join(root, file), join(folder, file))
  // Texts that a generated client consists of. No compiler takes them for sources of the package.
  for (const file of globSync('src/client/*.ts', { cwd: root, exclude: ['**/*.{test,fixture,test-d}.ts'] }))
    write(join('client-runtime', `${basename(file)}.txt`), readFileSync(join(root, file), 'utf8'))
  for (const one of bundled.interfaces) {
    const diagram = await loadDiagram(one)
    const picture = diagram && pictureOf(diagram)
    if (picture) write(picture.file, await picture.draw())
  }
  for (const [name, render] of bundleAssets()) write(bundledAssets + name, render())
  write(houseRulesFile, await bundleHouseRules())
  write(houseRulesFile.replace(/js$/, 'd.ts'), houseRulesTypes)
  cpSync(join(root, 'README.md'), join(folder, readmeInPackage))
  cpSync(join(root, 'scripts/package/readme.md'), join(folder, 'README.md'))
  write('package.json', `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`)
  write('THIRD-PARTY-NOTICES.txt', writeNotices(packagesIn(metafile)))
  return metafile

  function write(file: string, text: string | Uint8Array): void {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
}

function textsOfSources(): string[] {
  const { documents }: { documents: { file?: string }[] } = parse(
    readFileSync(join(root, 'specs/sources.yaml'), 'utf8'),
  )
  return documents.flatMap(({ file }) => file ?? [])
}

/**
 * The notices that the licences of bundled packages ask for.
 *
 * @param folders of the packages, relative to the root of the repository
 * @throws {UserError} for a package whose licence has no text here: its code may not be published
 */
function writeNotices(folders: readonly string[]): string {
  const parts = folders.map((folder) => {
    const { name, version, license, licenses } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const named = license?.type ?? license ?? licenses?.map(({ type }: { type: string }) => type).join(' OR ')
    if (typeof named !== 'string') throw new UserError(`${folder} names no licence, and is bundled into the package`)
    const [file] = globSync('{LICEN[CS]E,licen[cs]e,COPYING}*', { cwd: join(root, folder) }).sort()
    const text = file ? readFileSync(join(root, folder, file), 'utf8').trim() : named === 'MIT' && mitLicence(name)
    if (!text) throw new UserError(`${folder} has no text of its licence ${named}, and is bundled into the package`)
    return `${name} ${version} (${named})\n${'-'.repeat(70)}\n${text}\n`
  })
  return ['This package contains code of the packages below, under their licences.\n', ...parts].join('\n')
}

/** The text of the MIT licence (https://opensource.org/license/mit), for packages that name it and bring no file. */
function mitLicence(name: string): string {
  return `Copyright (c) the authors of ${name}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`
}
