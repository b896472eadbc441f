import { basename } from 'node:path'
import { type Contract, contractOf } from '../contract.ts'
import { isObject } from '../json-pointer.ts'
import { identifyOperations, type Operation, operationsOf } from '../operation.ts'
import type { LeftOut, Node } from './normalize.ts'
import { type PublishedDocument, type ReadOptions, readDocument } from './read-document.ts'

/** One interface that consists of a document as it is published. */
export interface PublishedInterface extends PublishedDocument {
  contract: Contract
}

/**
 * Opens a document for the mock, the docs and the checks. Nothing is written.
 *
 * @param name first path segment under which the mock serves it; default: after the file or the title
 * @throws {DocumentError} for a file that cannot be read, and for one that is no OpenAPI document
 */
export async function openDocument(
  file: string,
  { name, ...options }: ReadOptions & { name?: string } = {},
): Promise<PublishedInterface> {
  const published = await readDocument(file, options)
  const title = String(Object(published.document.info).title)
  const paths = Object.keys(Object(published.document.paths))
  const chosen = name ?? nameOf(file, title, paths)
  return { ...published, contract: contractFrom(chosen, published) }
}

/**
 * `petstore` for `petstore.yaml`; a file of a general name is called after the title of the document. No path of the document begins
 * with the name, since the mock of one document serves it at the root as well.
 */
function nameOf(file: string, title: string, paths: readonly string[]): string {
  const stem = basename(file)
    .replace(/\.(ya?ml|json)$/i, '')
    .replace(/[.-](openapi|swagger)$/i, '')
  const words = /^(open-?api|swagger|api|index|spec|schema|document|root)$/i.test(stem) ? title : stem
  const slug = words
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 30)
    .replace(/-+$/, '')
  const isTaken = slug === 'docs' || paths.some((path) => path.split('/')[1] === slug)
  return slug === '' || isTaken ? `${slug || 'the'}-api` : slug
}

/** The contract of a normalized document, with the operations of which each address has one. */
function contractFrom(name: string, { document, leftOut }: PublishedDocument): Contract {
  const omit = (one: LeftOut) => void leftOut.push(one)
  setOperationIds(Object.entries(Object(document.paths) as Record<string, Node>))
  const operations: Operation[] = []
  const taken = new Map<string, string>()
  for (const operation of operationsOf(document, templateOf, omit)) {
    const { id, method, template, pointer } = operation
    const address = `${method} ${template.replaceAll(/\{[^{}]*\}/g, '{}')}`
    const other = taken.get(address) ?? taken.get(id)
    if (other === undefined) operations.push(operation)
    else omit({ pointer, reason: `it has the address of ${other}, which answers` })
    for (const key of other === undefined ? [address, id] : []) taken.set(key, id)
  }
  for (const reason of new Set(operations.flatMap(({ security }) => security.notices)))
    omit({ pointer: '/components/securitySchemes', reason })
  const mounts = [...new Set(operations.map(mountOf))]
  for (const operation of operations) {
    const mount = mountOf(operation)
    operation.server = mount === mounts[0] ? undefined : { name: '', mount }
  }
  return contractOf(name, document, undefined, { operations, mounts: mounts.length > 0 ? mounts : [''] })
}

/** All readers of the document see the same ID: the document's own, or the address where that is missing or comes twice. */
function setOperationIds(paths: readonly [string, Node][]): void {
  for (const { node, id } of identifyOperations(paths)) (node as Node).operationId = id
}

function mountOf({ template, path }: Operation): string {
  return template.slice(0, -pathOf(path).length)
}

function templateOf(servers: unknown, path: string): string {
  return pathOfFirst(servers) + pathOf(path)
}

/** The path without what no server sees, and without what is no part of a path. */
function pathOf(path: string): string {
  const seen = path.replace(/[?#].*$/, '')
  return seen.startsWith('/') ? seen : `/${seen}`
}

/** The path of the first server, with the default values of its variables. */
function pathOfFirst(servers: unknown): string {
  const [first] = Array.isArray(servers) ? servers : []
  if (!isObject(first)) return ''
  const variables = Object(first.variables) as Record<string, { default?: unknown } | undefined>
  const url = String(first.url ?? '').replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
    String(variables[name]?.default ?? name),
  )
  const path = url
    .replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/]*/i, '')
    .replace(/[?#].*$/, '')
    .replaceAll(/\/+/g, '/')
    .replace(/\/$/, '')
  return path === '' || path === '.' ? '' : path.startsWith('/') ? path : `/${path.replace(/^\.\//, '')}`
}
