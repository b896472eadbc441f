import { posix } from 'node:path'
import { closestMatch } from 'leven'
import { errorAt, type Finding } from '../../report/finding.ts'
import { isFileReference, reachableFrom, type SpecFolder } from './spec-folder.ts'

/** A root document that tools do not recognize as OpenAPI 3.1. */
export function versionFaults(document: string, { files }: SpecFolder): Finding[] {
  const root = files.get(document)
  if (!root || /^3\.1\./.test(Object(root.data).openapi)) return []
  const message = 'The document must start with `openapi: 3.1.0`.'
  return [errorAt({ file: document, ...root.at(['openapi']) }, 'openapi-version', message)]
}

/** A `$ref` that names no file, only a part of a file, or a file of another interface. The other linters do not run on such a document. */
export function referenceFaults({ path, files, references }: SpecFolder): Finding[] {
  return references.flatMap(({ from, ref, target, line, column }): Finding[] => {
    const fault = (message: string) => [errorAt({ file: from, line, column }, 'file-reference', message)]
    if (target && [`${path}/`, 'specs/shared/'].some((folder) => target.startsWith(folder))) return []
    if (target) return fault(`${target} is neither of ${path} nor of specs/shared: an interface stands alone.`)
    if (!isFileReference(ref)) return fault(`\`$ref: ${ref}\` must name a whole file, by its path from this one.`)
    const folder = posix.dirname(from)
    const near = closestMatch(posix.join(folder, ref), [...files.keys()], { maxDistance: 2 })
    const hint = near ? `Did you mean ${posix.relative(folder, near)}?` : 'Write the file, or mend the path.'
    return fault(`\`$ref: ${ref}\` names no file. ${hint}`)
  })
}

/** Files beside the document that it does not refer to. */
export function orphanFaults(folder: SpecFolder): Finding[] {
  const reached = reachableFrom(`${folder.path}/openapi.yaml`, folder)
  return [...folder.files.keys()]
    .filter((file) => posix.dirname(posix.dirname(file)) === folder.path && !reached.has(file))
    .map((file) => orphan(file, `${folder.path}/openapi.yaml`))
}

/** Files of specs/shared that no document refers to. */
export function sharedOrphanFaults(shared: SpecFolder, folders: readonly SpecFolder[]): Finding[] {
  const reached = new Set(folders.flatMap((folder) => [...reachableFrom(`${folder.path}/openapi.yaml`, folder)]))
  return [...shared.files.keys()].filter((file) => !reached.has(file)).map((file) => orphan(file, 'any document'))
}

function orphan(file: string, start: string): Finding {
  return faultOfFile(file, 'orphan-file', `No $ref from ${start} leads here. Refer to this file, or remove it.`)
}

/** What is wrong with a file as a whole. */
export function faultOfFile(file: string, id: string, message: string): Finding {
  return errorAt({ file, line: 1, column: 1 }, id, message)
}

/** The names of files by the folder that they lie in. */
const nameStyles = [
  {
    folder: /\/(parameters|schemas|responses|headers|requestBodies)\/[^/]+$/,
    name: /\/[A-Z][A-Za-z0-9]*\.yaml$/,
    style: 'PascalCase',
  },
  { folder: /\/examples\/[^/]+$/, name: /\/[a-z0-9]+(-[a-z0-9]+)*\.yaml$/, style: 'kebab-case' },
]

/** A file's name is its component's name in the bundle. */
export function fileNameFaults({ files }: SpecFolder): Finding[] {
  return [...files.keys()].flatMap((file) =>
    nameStyles
      .filter(({ folder, name }) => folder.test(file) && !name.test(file))
      .map(({ style }) =>
        faultOfFile(file, 'file-name', `The file name is the component's name: ${style}, ending in .yaml.`),
      ),
  )
}
