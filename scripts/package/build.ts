import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Metafile } from 'esbuild'
import { root } from '../../src/workspace/root.ts'
import { type Bundle, bundle } from './bundle.ts'
import { compile } from './compile.ts'
import { selfContained } from './declarations.ts'
import { compiled, type Manifest, ofPeers, oldestNode, optionalPeers, publishedManifest } from './manifest.ts'
import { readPackages, writeNotices } from './notices.ts'
import { reach } from './reach.ts'
import { writeValidators } from './validators.ts'

/** Files that the package reads at run time. */
const readAtRunTime = ['generated/**/*.{json,yaml}', 'specs/*/rules.yaml', 'targets/target.schema.yaml']

/** Files that are found by the name of an interface. */
const loadedByName = [
  'src/interfaces/*/definition.ts',
  'src/interfaces/*/checks.ts',
  'src/interfaces/*/state-machine.ts',
  'src/pipeline/generate/types/types-worker.ts',
  'src/verify/runner/check-worker.ts',
]

/** What the package has in the place of a file of the repository. */
const replaced = {
  'src/docs/docs.js': 'scripts/package/written-docs.ts',
  'src/mock/request/written-validators.js': 'scripts/package/written-validators.ts',
}

/**
 * Builds the published package: bundled files, declarations, the files that they read, notices, a manifest and a readme.
 *
 * @param folder is emptied first
 * @returns what the bundler says of its inputs and outputs
 * @throws {UserError} when something does not compile or cannot be bundled, or declarations need a package that a user lacks
 */
export async function buildPackage(folder: string): Promise<Metafile> {
  const manifest: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const exported = Object.values(manifest.exports).filter((file) => file.endsWith('.ts'))
  const run = [...Object.values(manifest.bin), ...globSync(loadedByName, { cwd: root })]
  const sources = [...exported, ...run].map((file) => file.replace(/^\.\//, ''))
  const compilation = compile([...sources, ...Object.values(replaced)])
  const emitted = selfContained(compilation.emitted)
  for (const [file, replacement] of Object.entries(replaced)) {
    const up = relative(dirname(file), 'src')
    emitted.set(file, emitted.get(compiled(replacement))?.replaceAll('../../src', up) ?? '')
  }

  const declared = exported.map((file) => file.replace(/^\.\//, '').replace(/\.ts$/, '.d.ts'))
  const declarations = reach(emitted, declared)
  compilation.assertDeclared(declarations.files.keys())
  const { files, packages, metafile } = await bundleEmitted(emitted, sources.map(compiled), oldestNode(manifest))
  rmSync(folder, { recursive: true, force: true })
  writeFiles(folder, new Map([...files, ...declarations.files, ...writeValidators()]))
  for (const file of globSync(readAtRunTime, { cwd: root })) cpSync(join(root, file), join(folder, file))
  // A start reads these; nobody else does.
  for (const file of globSync('generated/**/*.json', { cwd: folder })) {
    const path = join(folder, file)
    writeFileSync(path, JSON.stringify(JSON.parse(readFileSync(path, 'utf8'))))
  }
  cpSync(join(root, 'scripts/package/readme.md'), join(folder, 'README.md'))
  for (const file of ['CHANGELOG.md', 'LICENSE']) cpSync(join(root, file), join(folder, file))
  const published = publishedManifest(manifest, declarations.packages)
  writeFiles(
    folder,
    new Map([
      ['package.json', `${JSON.stringify(published, null, 2)}\n`],
      ['THIRD-PARTY-NOTICES.txt', writeNotices(readPackages(packages))],
    ]),
  )
  return metafile
}

/** Writes the compiled files to a folder inside the repository, where the bundler finds them and the packages that they import. */
async function bundleEmitted(
  emitted: ReadonlyMap<string, string>,
  entries: readonly string[],
  node: string,
): Promise<Bundle> {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/bundled-'))
  try {
    writeFiles(folder, emitted)
    for (const file of globSync('{src,generated}/**/*.json', { cwd: root }))
      cpSync(join(root, file), join(folder, file))
    return await bundle(folder, entries, [...Object.keys(optionalPeers), ...ofPeers], node)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [file, text] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
}
