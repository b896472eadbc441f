import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { UserError } from '../../src/cli/user-error.ts'
import type { InterfaceSummary, RuntimeInterface } from '../../src/interfaces/runtime.ts'
import { fingerprint } from './fingerprint.ts'
import { banner, printJson } from './generate-unit.ts'
import { listUnits, selectUnits, type Unit } from './units.ts'
import type { WorkerInput } from './worker.ts'

type Fingerprints = Record<string, { inputs: string; outputs: string }>

/**
 * Brings `generated/` up to date with `specs/`: only what changed is made again, all of it is made before any of it is put
 * in place, and a failure leaves the folder as it was.
 *
 * @param base the repository's root, with a trailing slash
 * @param names interfaces to look at; all when empty
 * @returns the names of what was written
 * @throws {UserError} with file, line and column for each fault in the sources
 */
export async function generate(base: string, names: readonly string[] = []): Promise<string[]> {
  const all = listUnits(base)
  const cache = join(base, 'node_modules/.cache/contracts')
  const known = readFingerprints(cache)
  const inputs = new Map(all.map((unit) => [unit.name, inputsOf(unit, base)]))
  const stale = selectUnits(names, all).filter((unit) => {
    const last = known[unit.name]
    return last?.inputs !== inputs.get(unit.name) || last?.outputs !== outputsOf(unit, base)
  })
  const generated = join(base, 'generated')
  const surplus = existsSync(generated) ? readdirSync(generated).filter((name) => !isExpected(name, all)) : []
  if (stale.length === 0 && surplus.length === 0 && existsSync(join(generated, 'interfaces.json'))) return []

  const staging = join(cache, `staging-${process.pid}`)
  try {
    await generateInto(staging, stale, base)
    mkdirSync(generated, { recursive: true })
    for (const unit of stale) replaceFolder(join(generated, unit.name), join(staging, unit.name))
    for (const name of surplus) rmSync(join(generated, name), { recursive: true })
    writeSummary(generated, all)
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
  for (const unit of stale) known[unit.name] = { inputs: inputs.get(unit.name) ?? '', outputs: outputsOf(unit, base) }
  writeFileSync(join(cache, 'fingerprints.json'), JSON.stringify(known))
  return [...stale.map((unit) => unit.name), ...surplus.map((name) => `${name} (removed)`)]
}

/** Makes the whole of `generated/` anew in another folder, with nothing reused: what a freshness check compares with. */
export async function generateElsewhere(base: string, out: string): Promise<void> {
  const all = listUnits(base)
  await generateInto(out, all, base)
  writeSummary(out, all)
}

async function generateInto(out: string, units: Unit[], base: string): Promise<void> {
  mkdirSync(out, { recursive: true })
  const lanes: Unit[][] = Array.from({ length: Math.min(availableParallelism(), 4, units.length) }, () => [])
  units.forEach((unit, index) => {
    lanes[index % lanes.length]?.push(unit)
  })
  const faults = await Promise.all(lanes.map((lane) => runWorker({ units: lane, base, out })))
  if (faults.flat().length > 0) throw new UserError(faults.flat().join('\n'))
}

function runWorker(workerData: WorkerInput): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const faults: string[] = []
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData })
    worker.on('message', (message: string) => faults.push(message))
    worker.on('error', reject)
    worker.on('exit', () => resolve(faults))
  })
}

function inputsOf(unit: Unit, base: string): string {
  const sources = [unit.source, 'specs/shared', 'redocly.yaml', 'package-lock.json', 'scripts/generate']
  return fingerprint(
    base,
    sources.map((path) => join(base, path)),
  )
}

function outputsOf(unit: Unit, base: string): string {
  return fingerprint(base, [join(base, 'generated', unit.name)])
}

function readFingerprints(cache: string): Fingerprints {
  try {
    return JSON.parse(readFileSync(join(cache, 'fingerprints.json'), 'utf8'))
  } catch {
    return {}
  }
}

function isExpected(name: string, units: Unit[]): boolean {
  return name === 'interfaces.json' || units.some((unit) => unit.name === name)
}

function replaceFolder(target: string, source: string): void {
  const old = `${source}.old`
  if (existsSync(target)) renameSync(target, old)
  renameSync(source, target)
}

function writeSummary(generated: string, units: Unit[]): void {
  const interfaces = units.flatMap((unit): InterfaceSummary[] => {
    const file = join(generated, unit.name, 'runtime.json')
    if (!unit.entry || !existsSync(file)) return []
    const { name, prefix, title, mounts }: RuntimeInterface = JSON.parse(readFileSync(file, 'utf8'))
    return [{ name, prefix, title, mounts }]
  })
  const next = join(generated, 'interfaces.json.next')
  writeFileSync(next, printJson({ interfaces }, banner('redocly.yaml and the documents that it names')))
  renameSync(next, join(generated, 'interfaces.json'))
}
