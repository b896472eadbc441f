import { readFileSync, statSync } from 'node:fs'
import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getOrAdd } from '../../memoize.ts'
import { below, isMapping, isObject, namesIn } from '../json-pointer.ts'
import { DocumentError, parseText } from './parse-text.ts'
import { findPosition, type PositionIndex } from './positions.ts'

/** Where a node stands in the user's files. Lines and columns count from 1. */
export interface SourcePlace {
  file: string
  line: number
  column: number
  /** JSON pointer (RFC 6901) within the file; '' is the whole file. */
  pointer: string
}

/** Larger files are refused: they would take gigabytes. */
const maxBytes = 256 * 1024 * 1024

/** Files whose whole text is a value. */
const texts = /^\.(md|markdown|txt|html?)$/i

/** A file of the user: its text, its value, and the places of its nodes. The value and the places are made when they are first needed. */
export class SourceFile {
  /** As messages show it. */
  readonly name: string
  readonly path: string
  readonly text: string
  #value: { value: unknown } | undefined
  #hasDynamicAnchors: boolean | undefined
  #index: PositionIndex | undefined

  /**
   * @param name as messages show it
   * @param path absolute
   * @throws {DocumentError} for a file that cannot be read
   */
  constructor(name: string, path: string, text: string = readText(name, path)) {
    this.name = name
    this.path = path
    this.text = text
  }

  /** @throws {DocumentError} for a text that is neither JSON nor YAML */
  get value(): unknown {
    this.#value ??= { value: texts.test(extname(this.path)) ? this.text : parseText(this.name, this.text) }
    return this.#value.value
  }

  /** True if the text has the word at all, which is asked for each reference and sought once. */
  get hasDynamicAnchors(): boolean {
    this.#hasDynamicAnchors ??= this.text.includes('$dynamicAnchor')
    return this.#hasDynamicAnchors
  }

  /** The address that references in the file are relative to: that of `$self`, or of the file. */
  get base(): string {
    const own = pathToFileURL(this.path).href
    const self = isMapping(this.value) ? this.value.$self : undefined
    return typeof self === 'string' ? (URL.parse(self.replace(/#.*$/s, ''), own)?.href ?? own) : own
  }

  /** The place of the key or list element that a pointer ends in, or of the closest one above it. */
  place(pointer: string): SourcePlace {
    this.#index ??= { text: this.text }
    return { file: this.name, ...findPosition(this.#index, namesIn(pointer)), pointer }
  }
}

/** @throws {DocumentError} for a file that cannot be read */
export function readText(name: string, path: string, what = 'an OpenAPI document'): string {
  try {
    const stats = statSync(path)
    if (!stats.isFile()) throw new DocumentError(`${name} is not a file; give the path of ${what}`)
    if (stats.size > maxBytes)
      throw new DocumentError(`${name} has ${Math.round(stats.size / 1e6)} MB; at most ${maxBytes / 1e6} MB are read`)
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    if (error instanceof DocumentError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new DocumentError(
      code === 'ENOENT'
        ? `${name} does not exist; give the path of ${what}`
        : `${name} cannot be read (${code}); name a file that this user may read`,
    )
  }
}

/** Where a node stands in a file: a link for each name on the way, since the pointers of most nodes are never needed. */
export class SourceNode {
  readonly file: SourceFile
  readonly #above: SourceNode | undefined
  readonly #name: string | number

  constructor(file: SourceFile, above?: SourceNode, name: string | number = '') {
    this.file = file
    this.#above = above
    this.#name = name
  }

  child(...names: (string | number)[]): SourceNode {
    return names.reduce<SourceNode>((node, name) => new SourceNode(this.file, node, name), this)
  }

  get pointer(): string {
    const names: (string | number)[] = []
    for (let node: SourceNode = this; node.#above; node = node.#above) names.push(node.#name)
    return below('', ...names.reverse())
  }

  get place(): SourcePlace {
    return this.file.place(this.pointer)
  }
}

/**
 * Where the members of an object were written, if they do not stand below the object itself: those that an overlay sets, and those of
 * OpenAPI 2.0, which have other places in OpenAPI 3.
 */
export class MovedMembers {
  readonly #moved = new Map<object, Map<string, SourceNode>>()

  set(parent: object, name: string | number, node: SourceNode): void {
    getOrAdd(this.#moved, parent, () => new Map<string, SourceNode>()).set(String(name), node)
  }

  of(parent: object): ReadonlyMap<string, SourceNode> | undefined {
    return this.#moved.size > 0 ? this.#moved.get(parent) : undefined
  }

  child(parent: unknown, node: SourceNode, name: string | number): SourceNode {
    return (isObject(parent) ? this.of(parent)?.get(String(name)) : undefined) ?? node.child(name)
  }
}
