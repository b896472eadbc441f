import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { buildPackage } from '../../scripts/package/build.ts'
import { npm } from '../../scripts/package/npm.ts'
import { root } from '../../src/workspace/root.ts'
import { install, keptFolder, type Packed, versionOf } from './installed.fixture.ts'

/** Builds, packs and installs the package once. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'rulebound-package-'))
  const packed = await pack(folder)
  const installed = keptFolder('project')
  const notInstalled = await install(installed, packed.tarball, ...imported.map((name) => `${name}@${versionOf(name)}`))
  cpSync(join(root, 'examples'), join(installed, 'examples'), { recursive: true })
  project.provide('packed', packed)
  project.provide('project', installed)
  project.provide('notInstalled', notInstalled)
  return () => rmSync(folder, { recursive: true })
}

/** Builds and packs the package below a folder. */
export async function pack(folder: string): Promise<Packed> {
  const built = join(folder, 'package')
  await buildPackage(built)
  const [packed] = Object.values(JSON.parse(await npm(folder, 'pack', built, '--json', '--ignore-scripts'))) as {
    filename: string
  }[]
  const tarball = join(folder, packed?.filename ?? '')
  return { built, tarball, sha256: createHash('sha256').update(readFileSync(tarball)).digest('hex') }
}

/** Packages that programs of the guides import. */
const imported = ['express', 'fastify', 'hono', 'koa', 'msw', 'zod']
