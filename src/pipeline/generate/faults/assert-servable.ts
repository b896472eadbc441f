import { methods } from '../../../contract/runtime.ts'
import type { OpenApiDocument } from '../bundle.ts'
import { DocumentFault, type DocumentPath } from './document-fault.ts'

/**
 * Checks that the mock can serve a document. This is not a lint: it only finds what would break the mock.
 *
 * @throws {DocumentFault} for the first thing that is missing or that the mock's router cannot match
 */
export function assertServable(document: OpenApiDocument): void {
  const info = mapping(document, ['info'])
  for (const key of ['title', 'version']) {
    if (typeof info[key] !== 'string') throw new DocumentFault(['info', key], `\`info\` needs a \`${key}\``)
  }
  const ids = new Set<string>()
  for (const path of Object.keys(mapping(document, ['paths']))) {
    assertMatchable(path)
    const item = mapping(document, ['paths', path])
    const [server] = document.paths[path]?.servers ?? document.servers ?? []
    if (!/^https?:\/\/[^/{}]+\/[^/]/.test(String(server?.url))) {
      throw new DocumentFault(
        ['servers'],
        'the first server must be http://127.0.0.1:4010/<interface>…: the mock serves it there',
      )
    }
    for (const method of methods.filter((method) => item[method] !== undefined)) {
      const place = ['paths', path, method]
      const { operationId } = mapping(document, place)
      if (typeof operationId !== 'string') throw new DocumentFault(place, `${method} ${path} needs an \`operationId\``)
      if (ids.has(operationId)) throw new DocumentFault(place, `operationId ${operationId} is used twice`)
      ids.add(operationId)
    }
  }
}

/** The mock's router only knows segments that are fixed and segments that are one parameter. */
function assertMatchable(path: string): void {
  for (const segment of path.split('/')) {
    if (!/[{}]/.test(segment) || /^\{[^{}]+\}$/.test(segment)) continue
    const message = `path ${path}: the mock cannot match the segment \`${segment}\`, which must be fixed or one whole parameter`
    throw new DocumentFault(['paths', path], message)
  }
}

function mapping(document: object, path: DocumentPath): Record<string, unknown> {
  let node: unknown = document
  for (const key of path) node = Object(node)[key]
  if (typeof node === 'object' && node !== null && !Array.isArray(node)) return node as Record<string, unknown>
  throw new DocumentFault(path, `\`${path.at(-1)}\` must be a mapping`)
}
