import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Unit } from '../units.ts'
import { filesBelow, fingerprint } from './fingerprint.ts'

/** Fingerprints of the sources and of the generated files of each unit, when it was generated last. */
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

/** Folder for files of the generator that are not committed. */
export function workFolder(base: string): string {
  return join(base, '.cache/generate')
}

/** Compares names and contents only, so that a run without changes loads no library. */
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

/** Covers a unit's own sources, and what all units share, such as the generator and the versions of its libraries. */
function fingerprintInputs(base: string, units: readonly Unit[]): Map<string, string> {
  const filesOf = (paths: string[]) => paths.flatMap((path) => filesBelow(join(base, path))).filter(isSource)
  const common = fingerprint(
    base,
    filesOf(['specs/shared', 'redocly.yaml', 'package-lock.json', 'src/pipeline/generate', 'src/pipeline/specs']),
  )
  return new Map(units.map(({ name, source }) => [name, `${common} ${fingerprint(base, filesOf([source]))}`]))
}

/** Excludes tests, and the files that an editor puts beside an open file. */
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
