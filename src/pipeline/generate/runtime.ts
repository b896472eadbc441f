import { getHttpOperationsFromSpec } from '@stoplight/prism-http/dist/utils/operations.js'
import type { IHttpOperation, IHttpParam, IMediaTypeContent } from '@stoplight/types'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { type ContractOperation, operationsOf } from '../../contract/contract.ts'
import { isObject, nodeAt } from '../../contract/json-pointer.ts'
import { rulesOf } from '../../contract/provenance.ts'
import type { Citations, RuntimeInterface, RuntimeOperation } from '../../contract/runtime.ts'
import type { OpenApiDocument, ServerObject } from './bundle.ts'

/**
 * Builds what the mock loads instead of the document: Prism's operations with resolved references, each with the full path template
 * under which the mock serves it.
 *
 * @throws {Error} for a document that the mock cannot serve, which the lint finds as well
 */
export async function buildRuntime(name: string, document: OpenApiDocument): Promise<RuntimeInterface> {
  const resolved = await getHttpOperationsFromSpec(structuredClone(document))
  const byRoute = new Map(resolved.map((operation) => [`${operation.method} ${operation.path}`, operation]))
  const assertCompilable = createCompileCheck()
  const operations: RuntimeOperation[] = []
  const mounts = new Set<string>()
  let prefix = name
  for (const operation of operationsOf(document)) {
    const { id, path, method, template, multiSegment, listVerb, alsoAccepts } = operation
    const item = document.paths[path] ?? {}
    const [server] = item.servers ?? document.servers ?? []
    const http = byRoute.get(`${method} ${path}`)
    if (!http || !server) throw new Error(`${method} ${path} has no server, or is not an operation`)
    if (id === 'undefined' || operations.some((other) => other.id === id)) {
      throw new Error(`${method} ${path} needs an \`operationId\` of its own`)
    }
    assertCompilable(http)
    const { prefix: served, mount } = splitServer(server)
    prefix = served
    for (const base of expandVariables(mount, server)) mounts.add(base)
    operations.push({
      id,
      method,
      path,
      template,
      multiSegment,
      listVerb,
      ...(alsoAccepts?.length && { alsoAccepts }),
      ...citationsOf(document, operation),
      http: slim(http),
    })
  }
  return { name, prefix, title: document.info.title, version: document.info.version, mounts: [...mounts], operations }
}

/** Prism silently turns validation off for a schema that AJV cannot compile, so the check throws for one, with Prism's settings of AJV. */
function createCompileCheck(): (operation: IHttpOperation) => void {
  const ajv = new Ajv({
    allErrors: true,
    allowUnionTypes: true,
    allowMatchingProperties: true,
    strict: false,
    logger: false,
  })
  formats.default(ajv)
  const compiled = new Set<string>()
  return (operation) => {
    const { __bundled__ } = operation as { __bundled__?: unknown }
    JSON.stringify(operation, (key, schema: object) => {
      if (key !== 'schema') return key === '__bundled__' ? undefined : schema
      // Operations share error responses and parameters, and a name in `__bundled__` means the same in all of them.
      const text = JSON.stringify(schema)
      if (!compiled.has(text)) ajv.compile({ ...schema, __bundled__ })
      compiled.add(text)
      return undefined
    })
  }
}

/** `http://127.0.0.1:4010/orders/api` mounts at `/api` under the prefix `orders`. */
function splitServer({ url }: ServerObject): { prefix: string; mount: string } {
  const [, prefix = '', ...mount] = url.replace(/^https?:\/\/[^/]+/, '').split('/')
  return { prefix, mount: mount.map((segment) => `/${segment}`).join('') }
}

function expandVariables(mount: string, { variables }: ServerObject): string[] {
  return Object.entries(variables ?? {}).reduce(
    (bases, [name, variable]) =>
      bases.flatMap((base) => (variable.enum ?? [variable.default]).map((value) => base.replace(`{${name}}`, value))),
    [mount],
  )
}

/**
 * Removes what Prism does not need here: servers, because the mock routes by template; descriptions; and the numbers that http-spec
 * gives to every node, which would make equal parts of two operations differ.
 */
function slim(operation: IHttpOperation): IHttpOperation {
  const { servers: _, description: __, request, responses, security, ...rest } = operation
  const { body, path, query, headers, cookie } = request ?? {}
  const slimmer = {
    ...rest,
    responses: responses.map((response) => ({
      ...unnumbered(response),
      headers: response.headers?.map(slimParameter),
      contents: response.contents?.map(slimContent),
    })),
    request: request && {
      ...request,
      body: body && { ...unnumbered(body), contents: body.contents?.map(slimContent) },
      path: path?.map(slimParameter),
      query: query?.map(slimParameter),
      headers: headers?.map(slimParameter),
      cookie: cookie?.map(slimParameter),
    },
    security: security?.map((alternative) => alternative.map(unnumbered)),
  }
  return JSON.parse(JSON.stringify(slimmer), slimSchema)
}

function unnumbered<T extends { id?: string }>({ id: _, ...node }: T): Omit<T, 'id'> {
  return node
}

function slimContent(content: IMediaTypeContent): object {
  return { ...unnumbered(content), examples: content.examples?.map(unnumbered) }
}

function slimParameter(parameter: IHttpParam): object {
  const { id: _, description: __, explicitProperties: ___, ...rest } = parameter as IHttpParam & Explicit
  return { ...rest, examples: parameter.examples?.map(unnumbered) }
}

interface Explicit {
  explicitProperties?: string[]
}

/**
 * Removes what http-spec adds to schemas: a number, and for every int64 the bounds of the integers that a double holds exactly. A
 * larger int64 is valid all the same (DOC-018).
 */
function slimSchema(_: string, node: unknown): unknown {
  const schema = node as { minimum?: number; maximum?: number; 'x-stoplight'?: Explicit } | null
  const added = schema?.['x-stoplight']
  if (!schema || !added) return node
  const { minimum, maximum, 'x-stoplight': __, ...rest } = schema
  const explicit = (name: string) => added.explicitProperties?.includes(name) ?? true
  return {
    ...rest,
    ...(minimum === undefined || (minimum === Number.MIN_SAFE_INTEGER && !explicit('minimum')) ? {} : { minimum }),
    ...(maximum === undefined || (maximum === Number.MAX_SAFE_INTEGER && !explicit('maximum')) ? {} : { maximum }),
  }
}

/** What a document cites at the responses and the parameters of an operation; without the member when it cites nothing there. */
function citationsOf(document: OpenApiDocument, { responses, parameters }: ContractOperation): { cited?: Citations } {
  const cited: Citations = { responses: {}, parameters: {} }
  for (const [code, pointer] of responses) {
    const node = nodeAt(document, pointer)
    const [rules, gaps] = [rulesOf(node), gapsOf(node)]
    if (rules.length + gaps.length > 0) cited.responses[code] = { rules, gaps }
  }
  for (const { in: place, name, node } of parameters) {
    const rules = rulesOf(node)
    if (rules.length > 0) cited.parameters[`${place}.${name}`] = rules
    if (isAssumed(node)) cited.assumed = { ...cited.assumed, [`${place}.${name}`]: gapsOf(node) }
  }
  const isEmpty = Object.values(cited).every((part) => Object.keys(part).length === 0)
  return isEmpty ? {} : { cited }
}

/** The gaps of an assumption. A gap on a documented node does not matter here, since it only leaves something open. */
function gapsOf(node: unknown): string[] {
  const gaps = isObject(node) && isAssumed(node) ? node['x-gaps'] : undefined
  return Array.isArray(gaps) ? gaps.map(String) : []
}

function isAssumed(node: object): boolean {
  return 'x-assumption' in node
}
