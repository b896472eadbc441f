import { type CheckedHead, findBodyRule } from './body-rule.ts'
import type { Contract } from './contract.ts'
import { below, nodeAt, resolvePointer } from './json-pointer.ts'
import type { Operation, Parameter } from './operation.ts'
import { nearestProvenance } from './provenance.ts'
import { readParameter } from './read-parameter.ts'
import type { ValueCheck } from './value-check.ts'
import { preview, type Violation } from './violation.ts'

/** The part of a request before its body. */
export interface SeenRequestHead {
  method: string
  /** Parameters of the path by name, percent-decoded. */
  path: Readonly<Record<string, string>>
  query: URLSearchParams
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
}

export interface RequestCheck {
  /**
   * What is wrong with path, query, headers and media type, and what is documented for the body. Credentials are not checked, and
   * parameters that the document does not name are ignored.
   *
   * @param body whether a body follows; undefined when that is not known
   */
  checkHead(operation: Operation, head: SeenRequestHead, body: boolean | undefined): CheckedHead
}

/** OpenAPI describes these by media types and security schemes, and ignores parameters of these names. */
const notParameters = new Set(['accept', 'content-type', 'authorization'])

/** Compares requests with one contract. */
export function createRequestCheck({ document }: Contract, { accepts, checkValue }: ValueCheck): RequestCheck {
  return {
    checkHead(operation, head, hasBody) {
      const ofParameters = operation.parameters.flatMap((parameter) => checkParameter(operation, parameter, head))
      const { violations, body } = checkMediaType(operation, head, hasBody)
      return { violations: [...ofParameters, ...violations], body }
    },
  }

  function checkParameter(operation: Operation, parameter: Parameter, head: SeenRequestHead): Violation[] {
    const { name, pointer, node } = parameter
    if (parameter.in === 'header' && notParameters.has(name.toLowerCase())) return []
    const around = [pointer, operation.pointer]
    const texts = textsOf(parameter, operation, head)
    const at = `${parameter.in} ${name}`
    if (texts.length === 0) {
      if (!parameter.required) return []
      return [{ at, expected: 'a value', seen: 'nothing', ...nearestProvenance(document, around) }]
    }
    const schema = below(pointer, 'schema')
    if (!nodeAt(document, schema) || (texts[0] === '' && node.allowEmptyValue === true)) return []
    const form = parameter.in === 'query' || parameter.in === 'cookie' ? 'form' : 'simple'
    const style = String(node.style ?? form)
    const explode = typeof node.explode === 'boolean' ? node.explode : style === 'form'
    const value = readParameter(document, { schema, style, explode }, texts, accepts)
    return checkValue(schema, value, around).map((violation) => ({
      ...violation,
      at: at + violation.at,
      seen: preview(texts.join(', '), node['x-not-secret'] === true ? '' : name),
    }))
  }

  function checkMediaType(
    operation: Operation,
    { headers }: SeenRequestHead,
    hasBody: boolean | undefined,
  ): CheckedHead {
    const nothing = { violations: [], body: undefined }
    const documented = operation.requestBody
    if (documented.size === 0 || hasBody === undefined) return nothing
    const requestBody = resolvePointer(document, below(operation.pointer, 'requestBody'))
    const around = [requestBody, operation.pointer]
    if (!hasBody) {
      if (nodeAt(document, requestBody)?.required !== true) return nothing
      const violation = { at: '', expected: 'a body', seen: 'nothing', ...nearestProvenance(document, around) }
      return { violations: [violation], body: undefined }
    }
    return findBodyRule(document, documented, { given: headers['content-type'], around })
  }
}

function textsOf(
  { name, in: place }: Parameter,
  { listVerb }: Operation,
  { method, path, query, headers }: SeenRequestHead,
): string[] {
  switch (place) {
    case 'path':
      return path[name] === undefined ? [] : [path[name]]
    case 'query':
      // The documents write the verb LIST as GET with `list=true`.
      return listVerb && method === 'LIST' && name === 'list' && !query.has(name) ? ['true'] : query.getAll(name)
    case 'header':
      // Real clients send an empty header instead of none.
      return headers[name.toLowerCase()] ? [headers[name.toLowerCase()] ?? ''] : []
    case 'cookie':
      return cookiesOf(headers.cookie).getAll(name)
  }
}

function cookiesOf(header = ''): URLSearchParams {
  const pairs = header.split(';').map((pair) => pair.trim().split('='))
  return new URLSearchParams(pairs.map(([name = '', ...value]) => [name, value.join('=')]))
}
