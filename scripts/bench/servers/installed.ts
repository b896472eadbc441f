import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../specs/interfaces.ts'
import type { Peer } from './peer.ts'

export type Package = NonNullable<Peer['installs']>

/** Where a package is, or will be, with all that it depends on. */
export function folderOf({ name, version }: Package): string {
  return join(root, '.cache/bench', `${name.replace('/', '+')}@${version}`)
}

/** The package's own file. */
export function fileOf(package_: Package, ...path: string[]): string {
  return join(folderOf(package_), 'node_modules', package_.name, ...path)
}

/**
 * Has a package installed by npm in a folder of its own, once; its scripts do not run, so that nothing comes from anywhere but
 * the registry.
 *
 * @returns why it cannot be had, in npm's words; undefined when it is there
 */
export function install(package_: Package): string | undefined {
  const folder = folderOf(package_)
  if (existsSync(folder)) return undefined
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  const { name, version } = package_
  writeFileSync(join(unfinished, 'package.json'), JSON.stringify({ private: true, dependencies: { [name]: version } }))
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error']
  const { status, stderr, error } = spawnSync('npm', ['install', ...flags], { cwd: unfinished, encoding: 'utf8' })
  if (status !== 0) return (error?.message ?? stderr).trim()
  renameSync(unfinished, folder)
  return undefined
}
