import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPackage } from './build.ts'
import { npm } from './npm.ts'

interface Packed extends Disposable {
  /** Folder of the built package. */
  built: string
  /** The file that npm would publish. */
  tarball: string
  manifest: { version: string; exports: Record<string, string | { types: string; default: string }> }
}

/** Builds and packs the package in a temporary folder. */
export async function packPackage(): Promise<Packed> {
  const folder = mkdtempSync(join(tmpdir(), 'rulebound-package-'))
  const built = join(folder, 'package')
  await buildPackage(built)
  const [packed] = Object.values(JSON.parse(await npm(built, 'pack', '--json', '--ignore-scripts'))) as {
    filename: string
  }[]
  return {
    built,
    tarball: join(built, packed?.filename ?? ''),
    manifest: JSON.parse(readFileSync(join(built, 'package.json'), 'utf8')),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}
