import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { upgrade } from '@scalar/openapi-upgrader'
import { isObject } from '../json-pointer.ts'
import { type LeftOut, type Node, normalizeDocument } from './normalize.ts'
import { DocumentError, parseText } from './parse-text.ts'

export interface ReadOptions {
  /** Folders below which the document may refer to files; default: its own folder. */
  allowFiles?: readonly string[]
}

/** A document in the form that all readers share, and what of it they do not use. */
export interface PublishedDocument {
  /** The path that was given. */
  file: string
  /** `2.0`, `3.0.3`, `3.1.0` */
  version: string
  /** OpenAPI 3.1: each operation has an `operationId` of its own, and each reference leads to a component. */
  document: Node
  /** Grows while operations are used for the first time. */
  leftOut: LeftOut[]
  /** All files that the document consists of. */
  files: string[]
}

/** Larger documents are refused: they would take gigabytes. */
const maxBytes = 256 * 1024 * 1024

/**
 * Reads an OpenAPI document of version 2.0, 3.0, 3.1 or 3.2 as it is published. Nothing is fetched from the network.
 *
 * @throws {DocumentError} for a file that cannot be read, and for one that is no OpenAPI document
 */
export async function readDocument(file: string, { allowFiles }: ReadOptions = {}): Promise<PublishedDocument> {
  const path = resolve(file)
  const parsed = parseText(file, readText(file, path))
  const version = versionOf(file, parsed)
  const files = [path]
  const { whole, refused } = (await hasFileReferences(parsed))
    ? await (await import('./bundle-files.ts')).bundleFiles(path, parsed, allowFiles ?? [dirname(path)], files)
    : { whole: parsed, refused: [] }
  const upgraded = version.startsWith('2') ? upgradeOld(file, whole) : whole
  const { document, leftOut } = normalizeDocument(upgraded)
  if (/^3\.[2-9]/.test(version)) leftOut.push({ pointer: '/openapi', reason: `OpenAPI ${version} is read as 3.1` })
  return { file, version, document, leftOut: [...refused, ...leftOut], files }
}

/** @throws {DocumentError} for a file that cannot be read, and for one that is no OpenAPI document */
export function readRoot(file: string): { path: string; root: Node } {
  const path = resolve(file)
  const root = parseText(file, readText(file, path))
  versionOf(file, root)
  return { path, root }
}

function readText(file: string, path: string): string {
  try {
    const stats = statSync(path)
    if (!stats.isFile()) throw new DocumentError(`${file} is not a file; give the path of an OpenAPI document`)
    if (stats.size > maxBytes)
      throw new DocumentError(`${file} has ${Math.round(stats.size / 1e6)} MB; at most ${maxBytes / 1e6} MB are read`)
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    if (error instanceof DocumentError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new DocumentError(
      code === 'ENOENT'
        ? `${file} does not exist; give the path of an OpenAPI document`
        : `${file} cannot be read: ${code}`,
    )
  }
}

function versionOf(file: string, { openapi, swagger }: Node): string {
  const version = String(openapi ?? swagger ?? '')
  if (/^2(\.0)?$/.test(version)) return '2.0'
  if (/^3\.\d+(\.\S+)?$|^3$/.test(version)) return version
  const found = version === '' ? 'it has neither `openapi` nor `swagger`' : `it says version ${version.slice(0, 20)}`
  throw new DocumentError(`${file}:1:1 /  it is not an OpenAPI document of version 2 or 3: ${found}`)
}

function upgradeOld(file: string, document: Node): Node {
  try {
    // The converter changes its input, and reads a list of types as one type.
    return upgrade(structuredClone(document), '3.0') as Node
  } catch (error) {
    throw new DocumentError(
      `${file}:1:1 /  it cannot be read as OpenAPI 2.0: ${(error as Error).message.split('\n')[0]}`,
    )
  }
}

/** True if a reference leads out of the document. What stands in data is searched too: the bundler decides. */
function hasFileReferences(node: unknown): boolean {
  const pending = [node]
  for (let next = pending.pop(); pending.length > 0 || next !== undefined; next = pending.pop()) {
    if (!isObject(next)) continue
    if (typeof next.$ref === 'string' && !next.$ref.startsWith('#')) return true
    for (const member of Object.values(next)) if (isObject(member)) pending.push(member)
  }
  return false
}
