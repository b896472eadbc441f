import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Unit } from '../units.ts'
import { filesBelow, fingerprint } from './fingerprint.ts'

/** What a unit was made from and what was made of it, when it was last generated. */
type Fingerprints = Record<string, { inputs: string; outputs: string }>

export interface Freshness {
  stale: readonly Unit[]
  /** Entries of `generated/` that no unit has. */
  orphaned: readonly string[]
  /** A file about all interfaces is not the one that was written last. */
  summaryStale: boolean
  /** Records that these units, and the files about all interfaces, are up to date. */
  settle(units: readonly Unit[]): void
}

/** Files about all interfaces, beside the folders of each. */
export const summaryFiles = ['interfaces.json', 'operations.ts'] as const

/** Where the generator keeps what is not worth committing. */
export function workFolder(base: string): string {
  return join(base, '.cache/generate')
}

/** Looks at names and contents alone: no library is loaded to find that nothing has changed. */
export function examine(base: string, asked: readonly Unit[], all: readonly Unit[]): Freshness {
  const known = readFingerprints(base)
  const inputs = fingerprintInputs(base, asked)
  const generated = join(base, 'generated')
  const outputsOf = (name: string) => fingerprint(generated, filesBelow(join(generated, name)))
  const names = [...summaryFiles, ...all.map(({ name }) => name)]

  return {
    stale: asked.filter(({ name }) => {
      const last = known[name]
      return !last || last.inputs !== inputs.get(name) || last.outputs !== outputsOf(name)
    }),
    orphaned: existsSync(generated) ? readdirSync(generated).filter((name) => !names.includes(name)) : [],
    summaryStale: summaryFiles.some((file) => known[file]?.outputs !== outputsOf(file)),
    settle(units) {
      for (const { name } of units) known[name] = { inputs: inputs.get(name) ?? '', outputs: outputsOf(name) }
      for (const file of summaryFiles) known[file] = { inputs: '', outputs: outputsOf(file) }
      const kept = Object.fromEntries(Object.entries(known).filter(([name]) => names.includes(name)))
      writeFingerprints(base, kept)
    },
  }
}

/** A unit's own sources, and what all units share: the generator and the versions of its libraries among it. */
function fingerprintInputs(base: string, units: readonly Unit[]): Map<string, string> {
  const filesOf = (paths: string[]) => paths.flatMap((path) => filesBelow(join(base, path))).filter(isSource)
  const common = fingerprint(
    base,
    filesOf(['specs/shared', 'redocly.yaml', 'package-lock.json', 'scripts/generate', 'scripts/specs']),
  )
  return new Map(units.map(({ name, source }) => [name, `${common} ${fingerprint(base, filesOf([source]))}`]))
}

/** Neither a test nor what an editor puts beside a file that is open. */
function isSource(file: string): boolean {
  return !/^\.|~$|\.test\.ts$/.test(basename(file))
}

function readFingerprints(base: string): Fingerprints {
  try {
    return JSON.parse(readFileSync(join(workFolder(base), 'fingerprints.json'), 'utf8')) ?? {}
  } catch {
    return {}
  }
}

function writeFingerprints(base: string, fingerprints: Fingerprints): void {
  const folder = workFolder(base)
  mkdirSync(folder, { recursive: true })
  const next = join(folder, `fingerprints-${process.pid}.json`)
  writeFileSync(next, JSON.stringify(fingerprints))
  renameSync(next, join(folder, 'fingerprints.json'))
}
