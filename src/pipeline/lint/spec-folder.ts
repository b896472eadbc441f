import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { posix } from 'node:path'
import { type Position, readYaml, type YamlFile } from '../../contract/yaml-file.ts'

/** A `$ref`, and the file that it names if that file exists. */
export interface Reference extends Position {
  from: string
  ref: string
  target: string | undefined
}

/** The sources of one interface: specs/<name>, and the files elsewhere that it refers to. */
export interface SpecFolder {
  name: string
  /** `specs/<name>` */
  path: string
  /** Every YAML file of the folder and every file that these refer to, by its path from the root of the repository. */
  files: Map<string, YamlFile>
  references: Reference[]
}

export async function readSpecFolder(root: string, name: string): Promise<SpecFolder> {
  const path = `specs/${name}`
  const files = new Map<string, YamlFile>()
  const references: Reference[] = []
  for (const file of await yamlFilesBelow(root, path)) read(file)
  return { name, path, files, references }

  function read(file: string): void {
    if (files.has(file)) return
    const yaml = readYaml(file, posix.join(root, file))
    files.set(file, yaml)
    // The references of a data file's JSON Schema lead within that schema.
    if (file.endsWith('.schema.yaml')) return
    for (const { value, line, column } of yaml.under('$ref')) {
      if (typeof value !== 'string') continue
      const named = posix.join(posix.dirname(file), value.replace(/#.*$/, ''))
      const target = isFileReference(value) && isFile(posix.join(root, named)) ? named : undefined
      references.push({ from: file, ref: value, target, line, column })
      if (target) read(target)
    }
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

/** True for a relative path of a whole file; false for `#/components/…`, a part of a file, and an address. */
export function isFileReference(ref: string): boolean {
  return !ref.includes('#') && !/^[a-z]+:/i.test(ref) && !ref.startsWith('/')
}

/** Every file that references lead to from `start`, including `start`. */
export function reachableFrom(start: string, { references }: Pick<SpecFolder, 'references'>): Set<string> {
  const reached = new Set([start])
  for (const file of reached) {
    for (const { from, target } of references) if (from === file && target) reached.add(target)
  }
  return reached
}

async function yamlFilesBelow(root: string, path: string): Promise<string[]> {
  const entries = await readdir(posix.join(root, path), { recursive: true }).catch(() => [])
  return entries
    .filter((entry) => /\.ya?ml$/.test(entry) && !entry.startsWith('source/'))
    .map((entry) => posix.join(path, entry))
    .sort()
}
