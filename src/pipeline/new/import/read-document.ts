import { readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { createConfig, getLineColLocation, lintFromString, type NormalizedProblem } from '@redocly/openapi-core'
import { upgrade } from '@scalar/openapi-upgrader'
import { parseDocument } from 'yaml'
import { isObject } from '../../../contract/json-pointer.ts'
import { ImportError, listFaults } from './import-error.ts'
import { assertReferences } from './references.ts'
import type { Node } from './walk.ts'

/** Larger documents take minutes to lint and generate. */
const maxBytes = 20 * 1024 * 1024

/** The limit of Redocly and others: a document whose aliases expand further is an attack. */
const maxAliasCount = 100

export interface SourceDocument {
  /** The unchanged text. */
  text: string
  /** `openapi.yaml` or `openapi.json`. */
  file: string
  /** `2.0`, `3.0.3`, `3.1.0` */
  version: string
  /** The parsed text. */
  original: Node
  /** The same document in OpenAPI 3.1. The caller may change it. */
  document: Node
}

/**
 * Reads an OpenAPI document of version 2.0, 3.0 or 3.1.
 *
 * @throws {ImportError} for a file that is not an OpenAPI document, or that cannot be imported completely
 */
export async function readDocument(path: string): Promise<SourceDocument> {
  const text = readText(path)
  const name = basename(path)
  const original = parse(name, text)
  const version = versionOf(name, original)
  assertReferences(name, original)
  await assertSound(name, text)
  try {
    // Both steps of the converter change their input.
    const document = upgrade(structuredClone(original), '3.1') as Node
    return {
      text,
      file: text.trimStart().startsWith('{') ? 'openapi.json' : 'openapi.yaml',
      version,
      original,
      document,
    }
  } catch (error) {
    throw new ImportError(`${name}  cannot be converted from OpenAPI ${version} to 3.1: ${(error as Error).message}`)
  }
}

function readText(path: string): string {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isFile()) throw new ImportError(`--from takes the path of an OpenAPI document; '${path}' is not a file.`)
  if (stats.size > maxBytes) {
    const size = Math.round(stats.size / 1024 / 1024)
    throw new ImportError(
      `${basename(path)}  has ${size} MB, and at most 20 MB are read. Split the document by area, and import each part.`,
    )
  }
  return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
}

function parse(name: string, text: string): Node {
  try {
    const value = text.trimStart().startsWith('{') ? JSON.parse(text) : parseYaml(text)
    // Aliases become copies; a document that contains itself fails here.
    const plain: unknown = JSON.parse(JSON.stringify(value) ?? 'null')
    if (isObject(plain) && !Array.isArray(plain)) return plain
  } catch (error) {
    const [reason] = (error as Error).message.split('\n')
    throw new ImportError(`${name}  is neither valid JSON nor valid YAML: ${reason}`)
  }
  throw new ImportError(`${name}  is not an OpenAPI document: it must be a mapping with \`openapi\` or \`swagger\`.`)
}

function parseYaml(text: string): unknown {
  const document = parseDocument(text, { merge: true })
  const [error] = document.errors
  if (error) throw error
  return document.toJS({ maxAliasCount })
}

function versionOf(name: string, { openapi, swagger }: Node): string {
  const version = String(openapi ?? swagger ?? '')
  if (version === '2.0' || /^3\.[01](\.\d+)?$/.test(version)) return version
  const found = version === '' ? 'it has neither `openapi` nor `swagger`' : `it says version ${version.slice(0, 20)}`
  throw new ImportError(`${name}  is not an OpenAPI document of version 2.0, 3.0 or 3.1: ${found}.`)
}

/** Refuses everything that breaks the form of OpenAPI, with its position: tools disagree about the meaning of such a document. */
async function assertSound(name: string, text: string): Promise<void> {
  const config = await createConfig({
    rules: {
      struct: 'error',
      'operation-operationId-unique': 'error',
      'no-identical-paths': 'error',
      'path-parameters-defined': 'error',
      'no-unresolved-refs': 'error',
    },
  })
  const problems = await lintFromString({ source: text, absoluteRef: `/${name}`, config })
  const faults = problems.map(({ message, location: [location] }: NormalizedProblem) => {
    const start = location ? getLineColLocation(location).start : { line: 1, col: 1 }
    return `${name}:${start.line}:${start.col}  ${message.replaceAll(/\s+/g, ' ').trim()}`
  })
  if (faults.length > 0) throw listFaults(`${name} breaks the form of OpenAPI; mend these places first:`, faults)
}
