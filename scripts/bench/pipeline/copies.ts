import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { listInterfaces, root } from '../../specs/interfaces.ts'

/** Documents that stand for interfaces: this repository's own, and copies of them under other names. */
export interface Copies {
  /** Its root, with a trailing slash: `specs/` and `redocly.yaml`, as in this repository. */
  base: string
  /** A folder in it where the peers run. */
  peers: string
  /** Root documents, relative to `base`, by name. */
  documents: ReadonlyMap<string, string>
}

/** A repository of so many interfaces in a folder of its own. */
export function copyInterfaces(folder: string, count: number): Copies {
  const base = `${mkdtempSync(join(folder, `${count}-`))}/`
  mkdirSync(join(base, 'specs'))
  // The control plane is the mock's own, and no interface that somebody documents.
  const originals = listInterfaces().filter(({ name }) => name !== 'mock-control')
  const documents = new Map<string, string>()
  for (let index = 0; index < count; index++) {
    const original = originals[index % originals.length]
    if (!original) break
    const turn = Math.floor(index / originals.length)
    const name = turn === 0 ? original.name : `${original.name}-${turn + 1}`
    cpSync(join(root, original.source), join(base, 'specs', name), { recursive: true })
    documents.set(name, `specs/${name}/openapi.yaml`)
  }
  const apis = Object.fromEntries([...documents].map(([name, document]) => [name, { root: document }]))
  writeFileSync(join(base, 'redocly.yaml'), stringify({ telemetry: 'off', apis }))
  // openapi-typescript takes no file where a configuration in the folder names some.
  const peers = join(base, 'peers')
  mkdirSync(peers)
  writeFileSync(join(peers, 'redocly.yaml'), stringify({ telemetry: 'off', extends: ['minimal'] }))
  return { base, peers, documents }
}

/** Nothing that was generated is left, nor what the generator knows of it. */
export function forgetGenerated({ base }: Copies): void {
  for (const name of ['generated', '.cache']) rmSync(join(base, name), { recursive: true, force: true })
}

/** This repository once more, with the packages of the first: what runs in it may edit its sources. */
export function copyRepository(folder: string): string {
  const base = `${mkdtempSync(join(folder, 'repository-'))}/`
  const left = ['node_modules', '.cache', '.git', 'dist']
  for (const name of readdirSync(root)) {
    if (!left.includes(name)) cpSync(join(root, name), join(base, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(base, 'node_modules'))
  mkdirSync(join(base, '.cache'), { recursive: true })
  return base
}
