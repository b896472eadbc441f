import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeSite } from '../../src/docs/write-site.ts'
import { bundled } from '../../src/workspace/bundled.ts'
import { root } from '../../src/workspace/root.ts'
import { buildPackage } from '../package/build.ts'
import { npm } from '../package/npm.ts'
import { notesOf } from './plan.ts'

const run = promisify(execFile)

/**
 * Writes everything that a release publishes: the package, its bill of materials, the bundled documents, the docs, the files of the image,
 * and checksums.
 *
 * @param folder is emptied first
 */
export async function writeArtifacts(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const image = join(folder, 'image')
  const metafile = await buildPackage(join(image, 'dist/package'))
  for (const file of ['Dockerfile', '.dockerignore', 'compose.yaml']) cpSync(join(root, file), join(image, file))
  await npm(folder, 'pack', join(image, 'dist/package'), '--ignore-scripts', '--silent')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'NOTES.md'), notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version))
  await writeBill(metafile, join(folder, `rulebound-${version}.cdx.json`))

  mkdirSync(join(folder, 'bundles'))
  for (const file of globSync('generated/*/{openapi,openapi-3.0}.yaml', { cwd: root })) {
    cpSync(join(root, file), join(folder, 'bundles', file.replace(/^generated\/(.*)\/openapi(.*)\.yaml$/, '$1$2.yaml')))
  }
  await writeSite(join(folder, 'docs', `v${version}`), { workspace: bundled })
  cpSync(join(folder, 'docs', `v${version}`), join(folder, 'docs/latest'), { recursive: true })
  const files = globSync(['*.{tgz,json}', 'bundles/*'], { cwd: folder }).sort()
  const sums = files.map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex')}  ${file}\n`,
  )
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
}

/** Writes a CycloneDX bill of the packages whose code is in the bundle. */
async function writeBill(metafile: object, file: string): Promise<void> {
  const temporary = mkdtempSync(join(tmpdir(), 'rulebound-bill-'))
  try {
    const input = join(temporary, 'metafile.json')
    // Modules of Node.js, and what stands for unused packages, are inputs of the bundler, and part of no package.
    const isVirtual = (path: unknown) => /^(builtin|unused):/.test(String(path))
    const withoutVirtual = (key: string, value: unknown) => {
      if (isVirtual(key)) return undefined
      return Array.isArray(value) ? value.filter((one) => !isVirtual(Object(one).path)) : value
    }
    writeFileSync(input, JSON.stringify(metafile, withoutVirtual))
    const command = join(root, 'e2e/node_modules/@cyclonedx/cyclonedx-esbuild/bin/cyclonedx-esbuild-cli.js')
    await run(process.execPath, [command, input, '--bwd', root, '--output-file', file, '--output-reproducible'])
  } finally {
    rmSync(temporary, { recursive: true })
  }
}
