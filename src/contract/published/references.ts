import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, join, posix, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getOrAdd } from '../../memoize.ts'
import { isMapping, isObject, namesIn } from '../json-pointer.ts'
import { DocumentError } from './parse-text.ts'
import { MovedMembers, SourceFile, SourceNode } from './source-file.ts'

const require = createRequire(import.meta.url)

/** What references in a part of a document are relative to. */
export interface Scope {
  file: SourceFile
  /** The address of the schema resource (`$id`) around the part; undefined outside of any, where the address of the file counts. */
  base?: string
  /** Nodes in which pointers without an address are searched, in this order. */
  roots: readonly LocatedValue[]
}

/** A value of a file, and where it stands. */
export interface LocatedValue {
  node: SourceNode
  value: unknown
}

/** Where a reference leads. */
export interface Target extends LocatedValue {
  scope: Scope
}

const inCircle = 'in a circle'

/** The end of the sentence about an address of the network: the document may be right. */
export const notFetched = 'nothing is fetched from the network'

/**
 * The files of one document, and the references between them. A reference is followed to files below the allowed folders, and to nothing
 * else.
 */
export class References {
  readonly root: SourceFile
  readonly moved = new MovedMembers()
  readonly overlays: SourceFile[] = []
  /** What overlays say that has no effect. */
  readonly remarks: { node: SourceNode; message: string }[] = []
  /** By real path. */
  readonly #files = new Map<string, SourceFile>()
  readonly #allowed: readonly string[]
  readonly #scopes = new Map<unknown, Scope>()
  /** Of schemas with an `$id`. */
  readonly #resources = new Map<unknown, Scope>()
  /** Nodes whose references a pointer leads through. */
  readonly #passing = new Set<unknown>()
  /** Where references end that have been followed, by the file or the schema that they are relative to. */
  readonly #ends = new Map<object, Map<string, Target | string>>()
  readonly #identified = new Map<SourceFile, ReadonlyMap<string, Target>>()
  /** By the address of the resource that they stand in, and their names. */
  readonly #dynamic = new Map<string, Map<string, Target>>()

  /** @param allowed folders below which references may reach files */
  constructor(root: SourceFile, allowed: readonly string[]) {
    this.root = root
    this.#files.set(existsSync(root.path) ? realpathSync(root.path) : root.path, root)
    this.#allowed = allowed.map((folder) => realpathSync(folder))
  }

  get files(): SourceFile[] {
    return [...this.#files.values(), ...this.overlays]
  }

  /** What an overlay adds is a part of the document, and so are its references. */
  addOverlay(file: SourceFile): void {
    this.overlays.push(file)
    this.#scopes.set(file, this.scopeOf(this.root))
  }

  /** What stands below a node of the document, and where it was written. */
  find(
    names: readonly (string | number)[],
    start: LocatedValue = { node: new SourceNode(this.root), value: this.root.value },
  ): LocatedValue {
    return names.reduce<LocatedValue>(
      ({ node, value }, name) => ({
        node: this.moved.child(value, node, name),
        value: isObject(value) ? value[name] : undefined,
      }),
      start,
    )
  }

  /** The file at a path; a sentence if it cannot be reached or read. */
  open(path: string): SourceFile | string {
    const found = this.#read(path, path, this.scopeOf(this.root))
    return typeof found === 'string' ? found : found.node.file
  }

  scopeOf(file: SourceFile): Scope {
    return getOrAdd(this.#scopes, file, () => ({ file, roots: [{ node: new SourceNode(file), value: file.value }] }))
  }

  /** The scope of what stands below a node: a schema with an `$id` has its own. */
  scopeAt(value: Readonly<Record<string, unknown>>, node: SourceNode, scope: Scope): Scope {
    const { $id } = value
    if (typeof $id !== 'string') return scope
    return getOrAdd(this.#resources, value, () => {
      const base = URL.parse($id.replace(/#.*$/s, ''), scope.base ?? scope.file.base)?.href
      return { file: scope.file, roots: [{ node, value }, ...scope.roots], ...(base && { base }) }
    })
  }

  /** The scope of a schema in which pointers may also be relative to the schema itself, as authors write them. */
  scopeOfSchema(value: unknown, node: SourceNode, scope: Scope): Scope {
    if (scope.roots.length > 1 || scope.roots[0]?.value === value || !isObject(value)) return scope
    return getOrAdd(this.#scopes, value, () => ({ ...scope, roots: [...scope.roots, { node, value }] }))
  }

  /** The `$dynamicAnchor`s of the schema resource that a scope is in. */
  dynamicAnchorsIn({ file, base }: Scope): ReadonlyMap<string, Target> {
    if (!file.hasDynamicAnchors) return new Map()
    this.#identifiedIn(file)
    return this.#dynamic.get(base ?? file.base) ?? new Map()
  }

  /** Where a reference leads, at the end of a chain of references; a sentence if it leads nowhere. Each link is followed once. */
  resolve(ref: string, scope: Scope, follows: (value: Record<string, unknown>) => boolean): Target | string {
    const links: [scope: Scope, ref: string, ends: Map<string, Target | string>][] = []
    let end: Target | string | undefined
    for (let [next, at] = [ref, scope]; end === undefined; ) {
      // What stands in the file is the same for all its schemas; a schema may have references below itself.
      end = (at.base === undefined ? this.#endsOf(at.file).get(next) : undefined) ?? this.#endsOf(at).get(next)
      if (end !== undefined) break
      if (links.some(([from, link]) => from === at && link === next)) end = inCircle
      else {
        const found = this.#locate(next, at)
        links.push([at, next, this.#endsOf(typeof found !== 'string' && found.isOfFile ? at.file : at)])
        if (typeof found === 'string') end = found
        else if (isMapping(found.value) && typeof found.value.$ref === 'string' && follows(found.value)) {
          next = found.value.$ref
          at = found.scope
        } else end = found
      }
    }
    for (const [, link, ends] of links) ends.set(link, end)
    return end === inCircle ? `the reference ${ref} leads in a circle` : end
  }

  #endsOf(key: object): Map<string, Target | string> {
    return getOrAdd(this.#ends, key, () => new Map())
  }

  #locate(ref: string, scope: Scope): (Target & { isOfFile?: boolean }) | string {
    const hash = ref.indexOf('#')
    const address = hash < 0 ? ref : ref.slice(0, hash)
    const fragment = hash < 0 ? '' : decode(ref.slice(hash + 1))
    if (address === '') {
      if (fragment !== '' && !fragment.startsWith('/')) return this.#locateAnchor(ref, fragment, scope)
      const names = namesIn(fragment)
      // No schema means the whole document.
      const roots = names.length === 0 && scope.base === undefined ? scope.roots.toReversed() : scope.roots
      for (const root of roots) {
        const found = this.#walk(root, names, scope)
        if (found) return { ...found, isOfFile: scope.base === undefined && root === scope.roots[0] }
      }
      return `the reference ${ref} leads nowhere`
    }
    const start = this.#open(address, scope)
    if (typeof start === 'string') return start
    if (fragment !== '' && !fragment.startsWith('/')) return this.#locateAnchor(ref, fragment, start.scope)
    const found = this.#walk(start, namesIn(fragment), start.scope)
    const where = start.node.file.name
    return found ?? `the reference ${ref} leads nowhere: ${where} has no ${fragment}`
  }

  #locateAnchor(ref: string, anchor: string, scope: Scope): (Target & { isOfFile?: boolean }) | string {
    const identified = this.#identifiedIn(scope.file)
    const found = identified.get(`${scope.base ?? scope.file.base}#${anchor}`) ?? identified.get(`#${anchor}`)
    return found ?? `the reference ${ref} leads nowhere`
  }

  /** The file or the schema with an address. */
  #open(address: string, scope: Scope): Target | string {
    const base = scope.base ?? scope.file.base
    const absolute = URL.parse(address, base)?.href
    const known = absolute === undefined ? undefined : this.#findAddress(absolute)
    if (known) return known
    const metaSchema = absolute === undefined ? undefined : metaSchemaText(absolute)
    if (absolute !== undefined && metaSchema !== undefined) {
      const file = new SourceFile(absolute, absolute, metaSchema)
      this.#files.set(absolute, file)
      return this.#whole(file)
    }
    if (/^[a-z][a-z\d+.-]+:/i.test(address) && !/^file:/i.test(address)) {
      const local = this.#pathBeside(address, scope.file)
      return local === undefined
        ? `the reference ${address} is not followed: ${notFetched}`
        : this.#read(address, local, scope)
    }
    const folder = dirname(scope.file.path)
    // A name may be written as an address or as it is.
    const [path = '', asItIs = path] = /^file:/i.test(address)
      ? [pathOf(address)]
      : [resolve(folder, decode(address)), resolve(folder, address)]
    return this.#read(address, existsSync(path) ? path : asItIs, scope)
  }

  /** A file of the same site as the address that `$self` gives to its neighbour. */
  #pathBeside(address: string, file: SourceFile): string | undefined {
    const [own, other] = [URL.parse(file.base), URL.parse(address)]
    if (!own || other?.origin !== own.origin || own.protocol === 'file:') return undefined
    const way = posix.relative(posix.dirname(own.pathname), decode(other.pathname))
    const path = resolve(dirname(file.path), way)
    return existsSync(path) ? path : undefined
  }

  #read(ref: string, path: string, from: Scope): Target | string {
    let real: string
    try {
      real = realpathSync(path)
    } catch {
      return `the reference ${ref} leads nowhere: there is no such file`
    }
    const known = this.#files.get(real)
    if (known) return this.#whole(known)
    if (!this.#allowed.some((folder) => isBelow(folder, real)))
      return `the reference ${ref} is not followed: it leads out of the folder of the document and its repository; allow it with --allow-files <folder>`
    try {
      const name = join(dirname(from.file.name), relative(dirname(from.file.path), path))
      const file = new SourceFile(name, path)
      // A text that cannot be read is told once for each reference.
      void file.value
      this.#files.set(real, file)
      return this.#whole(file)
    } catch (error) {
      if (error instanceof DocumentError) return `the reference ${ref} cannot be followed: ${error.message}`
      throw error
    }
  }

  #whole(file: SourceFile): Target {
    const node = new SourceNode(file)
    const scope = this.scopeOf(file)
    return { node, value: file.value, scope: isMapping(file.value) ? this.scopeAt(file.value, node, scope) : scope }
  }

  #walk(start: LocatedValue, names: readonly string[], scope: Scope): Target | undefined {
    let { node, value } = start
    let inside = this.scopeOf(scope.file).roots[0] === start ? this.scopeOf(scope.file) : scope
    for (const [index, name] of names.entries()) {
      if (!isObject(value)) return undefined
      if (!Object.hasOwn(value, name)) {
        // Some pointers lead through references, and some of those back to the pointer.
        if (typeof value.$ref !== 'string' || this.#passing.has(value)) return undefined
        this.#passing.add(value)
        const through = this.resolve(value.$ref, inside, isReferenceAlone)
        this.#passing.delete(value)
        return typeof through === 'object' ? this.#walk(through, names.slice(index), through.scope) : undefined
      }
      node = this.moved.child(value, node, name)
      value = value[name]
      if (!isMapping(value)) continue
      inside = this.scopeAt(value, node, inside)
      if (index === 2 && names[0] === 'components' && names[1] === 'schemas')
        inside = this.scopeOfSchema(value, node, inside)
    }
    return { node, value, scope: inside }
  }

  #findAddress(absolute: string): Target | undefined {
    for (const file of this.#files.values()) {
      // Most documents give no addresses to their parts.
      if (!/\$(id|self)\b/.test(file.text)) continue
      if (file.base === absolute) return this.#whole(file)
      const found = this.#identifiedIn(file).get(absolute)
      if (found) return found
    }
    return undefined
  }

  /** What a file identifies by `$id`, `$anchor` and `$dynamicAnchor`. An anchor is also found without its address. */
  #identifiedIn(file: SourceFile): ReadonlyMap<string, Target> {
    const known = this.#identified.get(file)
    if (known) return known
    const found = new Map<string, Target>()
    this.#identified.set(file, found)
    const walk = (value: unknown, node: SourceNode, outer: Scope, depth: number): void => {
      if (!isObject(value) || depth > 100) return
      const scope = this.scopeAt(value, node, outer)
      const target = { node, value, scope }
      const base = scope.base ?? file.base
      if (scope !== outer && scope.base !== undefined && !found.has(scope.base)) found.set(scope.base, target)
      for (const key of ['$anchor', '$dynamicAnchor'])
        if (typeof value[key] === 'string')
          for (const address of [`${base}#${value[key]}`, `#${value[key]}`])
            if (!found.has(address)) found.set(address, target)
      if (typeof value.$dynamicAnchor === 'string') {
        const anchors = getOrAdd(this.#dynamic, base, () => new Map<string, Target>())
        if (!anchors.has(value.$dynamicAnchor)) anchors.set(value.$dynamicAnchor, target)
      }
      for (const [key, member] of Object.entries(value)) walk(member, node.child(key), scope, depth + 1)
    }
    walk(file.value, new SourceNode(file), this.scopeOf(file), 0)
    return found
  }
}

export function isReferenceAlone(value: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(value).length === 1
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return !way.startsWith('..') && !isAbsolute(way)
}

function pathOf(address: string): string {
  try {
    return fileURLToPath(address)
  } catch {
    return ''
  }
}

/** A part of an address with its percent-encodings undone; as it is, if they are broken. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The text of a meta-schema of JSON Schema 2020-12 by its address, since schemas of schemas refer to it; undefined for another address. */
function metaSchemaText(address: string): string | undefined {
  const prefix = 'https://json-schema.org/draft/2020-12/'
  const name = address.startsWith(prefix) ? address.slice(prefix.length) : ''
  return Object.hasOwn(metaSchemas, name) ? JSON.stringify(metaSchemas[name]?.()) : undefined
}

/** The files of a package, written out, so that a bundler sees each of them. */
const metaSchemas: Readonly<Record<string, () => unknown>> = {
  schema: () => require('ajv/dist/refs/json-schema-2020-12/schema.json'),
  'meta/applicator': () => require('ajv/dist/refs/json-schema-2020-12/meta/applicator.json'),
  'meta/content': () => require('ajv/dist/refs/json-schema-2020-12/meta/content.json'),
  'meta/core': () => require('ajv/dist/refs/json-schema-2020-12/meta/core.json'),
  'meta/format-annotation': () => require('ajv/dist/refs/json-schema-2020-12/meta/format-annotation.json'),
  'meta/meta-data': () => require('ajv/dist/refs/json-schema-2020-12/meta/meta-data.json'),
  'meta/unevaluated': () => require('ajv/dist/refs/json-schema-2020-12/meta/unevaluated.json'),
  'meta/validation': () => require('ajv/dist/refs/json-schema-2020-12/meta/validation.json'),
}
