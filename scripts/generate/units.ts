import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { UserError } from '../../src/cli/user-error.ts'
import { type InterfaceEntry, listInterfaces } from './interfaces.ts'

/** One folder of `specs/` that something is generated from: an interface, or a rule catalogue without endpoints. */
export interface Unit {
  name: string
  /** Folder of the sources, relative to the root. */
  source: string
  /** The OpenAPI document, where there is one. */
  entry: InterfaceEntry | null
}

/** Interfaces in the order of `redocly.yaml`, then the catalogues that have no document. */
export function listUnits(base: string): Unit[] {
  const entries = listInterfaces(base)
  const interfaces = entries.map((entry) => ({ name: entry.name, source: entry.source, entry }))
  const catalogues = readdirSync(join(base, 'specs'))
    .filter((name) => existsSync(join(base, 'specs', name, 'rules.yaml')))
    .filter((name) => !entries.some((entry) => basename(entry.source) === name))
    .sort()
  return [...interfaces, ...catalogues.map((name) => ({ name, source: `specs/${name}`, entry: null }))]
}

/** The units asked for by name, or all of them when none is. */
export function selectUnits(names: readonly string[], all: Unit[]): Unit[] {
  for (const name of names) {
    if (all.some((unit) => unit.name === name)) continue
    throw new UserError(`unknown interface '${name}'; known are ${all.map((unit) => unit.name).join(', ')}`)
  }
  return names.length === 0 ? all : all.filter((unit) => names.includes(unit.name))
}
