import { readFileSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, relative } from 'node:path'
import { BaseResolver, bundle, createConfig, type Document, Source } from '@redocly/openapi-core'
import { isObject } from '../json-pointer.ts'
import type { LeftOut, Node } from './normalize.ts'
import { DocumentError, parseText } from './parse-text.ts'

/** Joins a document and the files that it refers to. References to other places are listed. */
export async function bundleFiles(
  path: string,
  root: Node,
  allowed: readonly string[],
  files: string[],
): Promise<{ whole: Node; refused: LeftOut[] }> {
  const refused: LeftOut[] = []
  const resolver = new LocalResolver(
    path,
    root,
    allowed.map((folder) => realpathSync(folder)),
  )
  const doc = resolver.parseDocument(new Source(path, ''))
  const { bundle: bundled } = await bundle({
    config: await createConfig({}),
    doc,
    base: dirname(path),
    externalRefResolver: resolver,
  })
  for (const [ref, reason] of resolver.refused) refused.push({ pointer: '/', reason: `${ref}: ${reason}` })
  files.push(...resolver.read)
  return { whole: unmask(bundled.parsed) as Node, refused }
}

/** Reads files below the allowed folders, and nothing else. */
export class LocalResolver extends BaseResolver {
  readonly refused = new Map<string, string>()
  readonly read: string[] = []
  readonly #path: string
  readonly #root: Node
  readonly #allowed: readonly string[]
  readonly #prepare: (parsed: unknown) => unknown

  /** @param prepare changes what a file holds before it is used */
  constructor(path: string, root: Node, allowed: readonly string[], prepare = (parsed: unknown) => parsed) {
    super()
    this.#prepare = prepare
    this.#path = path
    this.#root = root
    this.#allowed = allowed
  }

  override async loadExternalRef(ref: string): Promise<Source> {
    const refuse = (reason: string): never => {
      this.refused.set(ref, reason)
      throw new Error(reason)
    }
    if (/^[a-z][a-z+.-]+:\/\//i.test(ref)) return refuse('nothing is fetched from the network')
    let real: string
    try {
      real = realpathSync(ref)
    } catch {
      return refuse('there is no such file')
    }
    const isBelow = this.#allowed.some((folder) => {
      const way = relative(folder, real)
      return !way.startsWith('..') && !isAbsolute(way)
    })
    if (!isBelow) return refuse('it is outside the folder of the document; allow it with --allow-files <folder>')
    this.read.push(real)
    return new Source(ref, readFileSync(real, 'utf8'))
  }

  override parseDocument(source: Source): Document {
    const parsed = source.absoluteRef === this.#path ? this.#root : this.#parse(source)
    return { source, parsed: mask(this.#prepare(parsed), '') }
  }

  #parse({ absoluteRef, body }: Source): unknown {
    try {
      return parseText(absoluteRef, body.replace(/^\uFEFF/, ''))
    } catch (error) {
      if (error instanceof DocumentError) this.refused.set(absoluteRef, error.message)
      throw error
    }
  }
}

/** Members whose values are data, and not parts of the document: a \`$ref\` there is no reference. */
const data = new Set(['example', 'default', 'enum', 'const', 'value', 'mapping'])

/** Members whose own members have names that the author chose: a property may be called \`default\`. */
const maps =
  /^(properties|patternProperties|\$defs|definitions|schemas|responses|parameters|headers|content|dependentSchemas|paths)$/

/** Hides the \`$ref\`s of data from the bundler, which would follow them. */
function mask(node: unknown, parent: string, isData = false): unknown {
  if (!isObject(node)) return node
  if (Array.isArray(node)) return node.map((one) => mask(one, '', isData))
  return Object.fromEntries(
    Object.entries(node).map(([key, member]) => {
      const isName = maps.test(parent) && !isData
      const isReference = key === '$ref' && !isName && typeof member === 'string'
      const isExtension = key.startsWith('x-') && !isName
      const below = isData || isExtension || (data.has(key) && !isName) || (key === 'examples' && Array.isArray(member))
      const name =
        isData || (key === '$ref' && !isReference) || (key === 'mapping' && parent === 'discriminator')
          ? key + hidden
          : key
      return [name, mask(member, isName ? '' : key, below)]
    }),
  )
}

const hidden = '\u0000'

function unmask(node: unknown): unknown {
  if (!isObject(node)) return node
  if (Array.isArray(node)) return node.map(unmask)
  return Object.fromEntries(
    Object.entries(node).map(([key, member]) => [key.endsWith(hidden) ? key.slice(0, -1) : key, unmask(member)]),
  )
}
