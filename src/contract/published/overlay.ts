import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import { isMapping, isObject, setOwn } from '../json-pointer.ts'
import { DocumentError } from './parse-text.ts'
import { decode, type References } from './references.ts'
import { readText, SourceFile, SourceNode } from './source-file.ts'

const require = createRequire(import.meta.url)

type Path = readonly (string | number)[]

/**
 * Changes the document as overlays say (Overlay Specification 1.0 and 1.1), in their order. References in what they add are relative to the
 * document; the places of what they add are in their files.
 *
 * @throws {DocumentError} for an overlay that cannot be read or applied
 */
export function applyOverlays(references: References, files: readonly string[]): void {
  const { root } = references
  if (root.text.includes('&')) unshare(root.value, new Set())
  for (const path of files) {
    const at = resolve(path)
    const file = new SourceFile(path, at, readText(path, at, 'an overlay'))
    references.addOverlay(file)
    new Overlay(references, file).apply()
  }
}

/** Aliases of YAML are one value in several places, of which a change is about one. */
function unshare(value: unknown, seen: Set<unknown>): void {
  if (!isObject(value)) return
  for (const [name, member] of Object.entries(value)) {
    if (seen.has(member)) setOwn(value, name, structuredClone(member))
    else if (isObject(member)) seen.add(member)
    unshare(value[name], seen)
  }
}

class Overlay {
  readonly #references: References
  readonly #file: SourceFile

  constructor(references: References, file: SourceFile) {
    this.#references = references
    this.#file = file
  }

  apply(): void {
    const top = new SourceNode(this.#file)
    const { overlay, actions, extends: target } = Object(this.#file.value)
    if (typeof target === 'string' && this.#isOfAnother(target)) return
    if (!/^1\.\d+(\.|$)/.test(String(overlay)))
      this.#refuse(top, 'it is no overlay of version 1: write `overlay: 1.1.0`')
    if (!Array.isArray(actions)) this.#refuse(top, 'it has no list of `actions`')
    for (const [index, action] of actions.entries()) this.#act(Object(action), top.child('actions', index))
  }

  /** An overlay that names a file is for that document, and may be given with others. */
  #isOfAnother(target: string): boolean {
    const path = resolve(dirname(this.#file.path), decode(target))
    return path !== this.#references.root.path && existsSync(path)
  }

  #act({ target, update, copy, remove }: Readonly<Record<string, unknown>>, at: SourceNode): void {
    const paths = this.#select(target, at.child('target'))
    if (paths.length === 0)
      return void this.#references.remarks.push({
        node: at.child('target'),
        message: `the action meets nothing: ${target}`,
      })
    if (remove === true) {
      for (const path of paths.toReversed()) this.#remove(path, at)
      return
    }
    const [source] = copy === undefined ? [] : this.#select(copy, at.child('copy'))
    if (copy !== undefined && !source) this.#refuse(at.child('copy'), `it selects nothing: ${copy}`)
    if (copy === undefined && update === undefined) this.#refuse(at, 'it has none of `update`, `copy` and `remove`')
    for (const path of paths) {
      const { value, node } = source ? this.#references.find(source) : { value: update, node: at.child('update') }
      this.#merge(path, value, node)
    }
  }

  #select(path: unknown, at: SourceNode): Path[] {
    // Few documents have overlays.
    const { JSONPathError, query }: typeof import('json-p3') = require('json-p3')
    try {
      const found = query(String(path), this.#references.root.value as never)
      return found.nodes.map(({ location }) => location)
    } catch (error) {
      if (!(error instanceof JSONPathError)) throw error
      return this.#refuse(at, `it is no JSONPath of RFC 9535: ${error.message.split('\n')[0]}`)
    }
  }

  #remove(path: Path, at: SourceNode): void {
    const { value: parent, node } = this.#references.find(path.slice(0, -1))
    const name = path.at(-1)
    if (name === undefined) this.#refuse(at, 'the whole document cannot be removed')
    else if (Array.isArray(parent)) {
      // The elements after it get other places in the list, and stay where they were written.
      const { moved } = this.#references
      const nodes = parent.map((_, index) => moved.child(parent, node, index)).toSpliced(Number(name), 1)
      parent.splice(Number(name), 1)
      for (const [index, one] of nodes.entries()) moved.set(parent, index, one)
    } else if (isMapping(parent)) delete parent[name]
  }

  #merge(path: Path, update: unknown, from: SourceNode): void {
    const { value } = this.#references.find(path)
    if (Array.isArray(value)) {
      const isList = Array.isArray(update)
      for (const [index, item] of (isList ? update : [update]).entries())
        this.#set(value, value.length, item, isList ? from.child(index) : from)
    } else if (isMapping(value) && isMapping(update)) {
      for (const [name, member] of Object.entries(update)) {
        const known = Object.hasOwn(value, name) ? value[name] : undefined
        if (known === undefined) this.#set(value, name, member, from.child(name))
        // An empty value stands for a part that nothing is said of.
        else if (member !== null || !isObject(known)) this.#merge([...path, name], member, from.child(name))
      }
    } else if (isObject(value) || isObject(update)) {
      this.#refuse(from, `it cannot be merged with what stands there: ${kindOf(update)} with ${kindOf(value)}`)
    } else {
      const { value: parent } = this.#references.find(path.slice(0, -1))
      this.#set(parent as object, path.at(-1) ?? '', update, from)
    }
  }

  #set(parent: object, name: string | number, value: unknown, from: SourceNode): void {
    setOwn(parent, String(name), structuredClone(value))
    this.#references.moved.set(parent, name, from)
  }

  #refuse(node: SourceNode, fault: string): never {
    const { file, line, column, pointer } = node.place
    throw new DocumentError(`${file}:${line}:${column} ${pointer || '/'}  ${fault}`)
  }
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'a list' : isObject(value) ? 'a map' : 'a plain value'
}
