import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../specs/interfaces.ts'
import { compile } from './compile.ts'
import { compiled, type Manifest, publishedManifest } from './manifest.ts'
import { reach } from './reach.ts'

/** Files that the package reads at run time. */
const readAtRunTime = [
  'generated/**/*.{json,yaml}',
  'specs/*/rules.yaml',
  'targets/target.schema.yaml',
  'src/verify/report/baseline.json',
]

/** Files that are found by the name of an interface. */
const loadedByName = [
  'src/interfaces/*/definition.ts',
  'src/interfaces/*/checks.ts',
  'src/interfaces/*/state-machine.ts',
  'src/verify/runner/check-worker.ts',
]

/**
 * Builds the published package: compiled files, declarations, the files that they read, a manifest and a readme.
 *
 * @param folder is emptied first
 * @throws {UserError} when something does not compile, or imports a package that is no dependency
 */
export function buildPackage(folder: string): void {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const exported = Object.values(manifest.exports).filter((file) => file.endsWith('.ts'))
  const run = [...Object.values(manifest.bin), ...globSync(loadedByName, { cwd: root })]
  const sources = [...exported, ...run].map((file) => file.replace(/^\.\//, ''))
  const stand = 'scripts/package/docs-left-out.ts'
  const { emitted, assertDeclared } = compile([...sources, stand])
  const withoutDocs = emitted.get(compiled(stand)) ?? ''
  emitted.set('src/docs/docs.js', withoutDocs.replaceAll('../../src/', '../'))

  const declared = exported.map((file) => file.replace(/^\.\//, '').replace(/\.ts$/, '.d.ts'))
  const { files, packages } = reach(emitted, [...sources.map(compiled), ...declared])
  assertDeclared([...files.keys()].filter((file) => file.endsWith('.d.ts')))
  rmSync(folder, { recursive: true, force: true })
  writeFiles(folder, files)
  for (const file of globSync(readAtRunTime, { cwd: root })) cpSync(join(root, file), join(folder, file))
  cpSync(join(root, 'scripts/package/readme.md'), join(folder, 'README.md'))
  cpSync(join(root, 'CHANGELOG.md'), join(folder, 'CHANGELOG.md'))
  const published = publishedManifest(manifest, packages)
  writeFiles(folder, new Map([['package.json', `${JSON.stringify(published, null, 2)}\n`]]))
}

function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [file, text] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
}
