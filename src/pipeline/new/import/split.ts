import { posix } from 'node:path'
import { stringify } from 'yaml'
import { isObject, namesIn, pointerIn } from '../../../contract/json-pointer.ts'
import { folders, mapping, methods, pathFile } from './names.ts'
import type { Node } from './walk.ts'

/** The files of `specs/<interface>/`, by their paths below it: a file for each path, component and example of the document. */
export function splitDocument(document: Node): Map<string, string> {
  const files = new Map<string, string>()
  const { paths, components, ...root } = document
  const written = new Set<string>()

  const put = (file: string, node: unknown) => {
    files.set(file, toYaml(relocate(node, file)))
    written.add(file.toLowerCase())
  }
  const putExamples = (node: unknown, hint: string): unknown => {
    if (!isObject(node)) return node
    if (Array.isArray(node)) return node.map((one, index) => putExamples(one, `${hint}-${index + 1}`))
    return Object.fromEntries(
      Object.entries(node).map(([key, member]) => {
        if (key === 'content') return [key, mapContent(mapping(member), hint)]
        if (key === 'schema' || key === 'examples') return [key, member]
        return [key, putExamples(member, isStep(key) ? hint : `${hint}-${key}`)]
      }),
    )
  }
  /** The examples of media types become files. */
  const mapContent = (content: Node, hint: string): Node =>
    Object.fromEntries(
      Object.entries(content).map(([mediaType, value]) => {
        const media = mapping(value)
        if (!isObject(media.examples)) return [mediaType, media]
        const examples = Object.entries(media.examples).map(([name, example]) => {
          const file = freeName(`${hint}${name === 'generated' || name === 'default' ? '' : `-${name}`}`, written)
          put(file, example)
          return [name, { $ref: `#/files/${file.replaceAll('/', '~1')}` }]
        })
        return [mediaType, { ...media, examples: Object.fromEntries(examples) }]
      }),
    )

  const pathRefs = Object.entries(mapping(paths)).map(([path, item]) => {
    const file = pathFile(path)
    const node = mapping(item)
    const shown = Object.entries(node).map(([key, member]) => {
      const isOperation = (methods as readonly string[]).includes(key)
      return [key, isOperation ? putExamples(member, kebab(String(mapping(member).operationId))) : member]
    })
    put(file, Object.fromEntries(shown))
    return [path, { $ref: file }]
  })
  for (const [kind, folder] of Object.entries(folders)) {
    for (const [name, component] of Object.entries(mapping(mapping(components)[kind]))) {
      const hasExamples = kind === 'responses' || kind === 'requestBodies'
      put(`${folder}/${name}.yaml`, hasExamples ? putExamples(component, kebab(name)) : component)
    }
  }
  const { securitySchemes } = mapping(components)
  const own = isObject(securitySchemes) ? { components: { securitySchemes } } : {}
  files.set('openapi.yaml', toYaml({ ...root, paths: Object.fromEntries(pathRefs), ...own }))
  return files
}

/** The same node with references to components as references to their files. */
function relocate(node: unknown, from: string): unknown {
  if (!isObject(node)) return node
  if (Array.isArray(node)) return node.map((one) => relocate(one, from))
  return Object.fromEntries(
    Object.entries(node).map(([key, member]) => {
      const [kind, folder, name] = key === '$ref' && typeof member === 'string' ? namesIn(pointerIn(member)) : []
      if (kind === 'files') return [key, posix.relative(posix.dirname(from), String(folder))]
      if (kind !== 'components' || folder === 'securitySchemes') return [key, relocate(member, from)]
      return [key, posix.relative(posix.dirname(from), `${folder}/${name}.yaml`)]
    }),
  )
}

/** Parts of the way to a body that mean nothing to a reader. */
function isStep(key: string): boolean {
  return key === 'responses'
}

function kebab(text: string): string {
  const words = text.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').split(/[^A-Za-z0-9]+/)
  return words.filter(Boolean).join('-').toLowerCase().slice(0, 100)
}

function freeName(hint: string, written: ReadonlySet<string>): string {
  const base = kebab(hint.replace('-requestBody', '-request')) || 'example'
  let file = `examples/${base}.yaml`
  for (let index = 2; written.has(file); index++) file = `examples/${base}-${index}.yaml`
  return file
}

/** Writes each node in its place: shared nodes would become aliases in YAML. */
function toYaml(value: unknown): string {
  return stringify(value, { lineWidth: 120, aliasDuplicateObjects: false })
}
