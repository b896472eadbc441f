import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isMapping } from '../json-pointer.ts'
import { type LeftOut, type Node, type NormalizedDocument, normalizeDocument } from './normalize.ts'
import { applyOverlays } from './overlay.ts'
import { DocumentError } from './parse-text.ts'
import { References } from './references.ts'
import { SourceFile } from './source-file.ts'

export interface ReadOptions {
  /** Folders below which the document may refer to files; default: its workspace, else its git repository, else its folder. */
  allowFiles?: readonly string[] | undefined
  /** Files of overlays (Overlay Specification 1.0, 1.1) that are applied in this order. */
  overlays?: readonly string[] | undefined
  /** What messages say in place of a path, for documents that came from elsewhere: `<stdin>`, an address. */
  shownAs?: Readonly<Record<string, string>> | undefined
}

/** A document in the form that all readers share, and what of it they do not use. */
export interface PublishedDocument extends NormalizedDocument {
  /** The path that was given. */
  file: string
  /** As messages show it. */
  shownAs: string
  /** `2.0`, `3.0.3`, `3.1.0` */
  version: string
  /** OpenAPI 3.1: each operation has its own `operationId`, and each reference leads to a component. */
  document: Node
  /** Grows while operations are used for the first time. */
  leftOut: LeftOut[]
  /** All files that the document consists of. */
  files: string[]
}

/**
 * Reads an OpenAPI document of version 2.0, 3.0, 3.1 or 3.2 as it is published. Nothing is fetched from the network.
 *
 * @throws {DocumentError} for a file that cannot be read, and for one that is no OpenAPI document
 */
export async function readDocument(file: string, options: ReadOptions = {}): Promise<PublishedDocument> {
  const { references, version } = openReferences(file, options)
  return {
    ...normalizeDocument(references),
    file,
    shownAs: references.root.name,
    version,
    files: references.files.map(({ path }) => path),
  }
}

/**
 * The files of a document, before anything is made of them.
 *
 * @throws {DocumentError} for a file that cannot be read, and for one that is no OpenAPI document
 */
export function openReferences(
  file: string,
  { allowFiles, overlays = [], shownAs = {} }: ReadOptions = {},
): { references: References; version: string } {
  const path = resolve(file)
  const name = shownAs[file] ?? file
  const references = new References(new SourceFile(name, path), allowFiles ?? [findReach(dirname(path))])
  if (overlays.length > 0) applyOverlays(references, overlays)
  const { value } = references.root
  if (!isMapping(value)) throw new DocumentError(`${name}:1:1 /  it is not a mapping with \`openapi\` or \`swagger\``)
  return { references, version: versionOf(name, value) }
}

/** The folder that the files of a document may lie in: its workspace, else its git repository, else its own folder. */
function findReach(folder: string): string {
  const above: string[] = [folder]
  for (let at = folder; dirname(at) !== at; at = dirname(at)) above.push(dirname(at))
  const has = (name: string) => above.find((one) => existsSync(join(one, name)))
  return has('redocly.yaml') ?? has('.git') ?? folder
}

function versionOf(file: string, { openapi, swagger, paths }: Node): string {
  const refuse = (found: string): never => {
    throw new DocumentError(`${file}:1:1 /  it is not an OpenAPI document of version 2 or 3: ${found}`)
  }
  const version = String(openapi ?? swagger ?? '')
  if (version === '') refuse('it has neither `openapi` nor `swagger`')
  const isSecond = /^2(\.0)?$/.test(version)
  if (!isSecond && !/^3\.\d+(\.\S+)?$|^3$/.test(version)) refuse(`it says version ${version.slice(0, 20)}`)
  if (isSecond !== (openapi === undefined))
    refuse(`version ${version} is written as \`${isSecond ? 'swagger: "2.0"' : `openapi: ${version}`}\``)
  if (paths === undefined && (isSecond || /^3(\.0|$)/.test(version)))
    throw new DocumentError(`${file}:1:1 /  it has no \`paths\`, which OpenAPI ${isSecond ? '2.0' : '3.0'} requires`)
  return isSecond ? '2.0' : version
}
