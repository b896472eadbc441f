import { posix } from 'node:path'
import { closestMatch } from 'leven'
import type { Diagnostic } from '../specs/diagnostic.ts'
import { isFileReference, reachableFrom, type SpecFolder } from '../specs/spec-folder.ts'

/** A root document that tools do not recognize as OpenAPI 3.1. */
export function versionDiagnostics(document: string, { files }: SpecFolder): Diagnostic[] {
  const root = files.get(document)
  if (!root || /^3\.1\./.test(Object(root.data).openapi)) return []
  const message = 'The document must start with `openapi: 3.1.0`.'
  return [{ file: document, ...root.at(['openapi']), severity: 'error', rule: 'openapi-version', message }]
}

/** A `$ref` that names no file, only a part of a file, or a file of another interface. The other linters do not run on such a document. */
export function referenceDiagnostics({ path, files, references }: SpecFolder): Diagnostic[] {
  return references.flatMap(({ from, ref, target, line, column }): Diagnostic[] => {
    const diagnostic = { file: from, line, column, severity: 'error' } as const
    if (target && [`${path}/`, 'specs/shared/'].some((folder) => target.startsWith(folder))) return []
    if (target) {
      const message = `${target} is neither of ${path} nor of specs/shared: an interface stands alone.`
      return [{ ...diagnostic, rule: 'file-reference', message }]
    }
    if (!isFileReference(ref)) {
      const message = `\`$ref: ${ref}\` must name a whole file, by its path from this one.`
      return [{ ...diagnostic, rule: 'file-reference', message }]
    }
    const near = closestMatch(posix.join(posix.dirname(from), ref), [...files.keys()], { maxDistance: 2 })
    const hint = near ? `Did you mean ${relative(from, near)}?` : 'Write the file, or mend the path.'
    return [{ ...diagnostic, rule: 'file-reference', message: `\`$ref: ${ref}\` names no file. ${hint}` }]
  })
}

/** Files beside the document that it does not refer to. */
export function orphanDiagnostics(folder: SpecFolder): Diagnostic[] {
  const reached = reachableFrom(`${folder.path}/openapi.yaml`, folder)
  return [...folder.files.keys()]
    .filter((file) => posix.dirname(posix.dirname(file)) === folder.path && !reached.has(file))
    .map((file) => orphan(file, `${folder.path}/openapi.yaml`))
}

/** Files of specs/shared that no document refers to. */
export function sharedOrphanDiagnostics(shared: SpecFolder, folders: readonly SpecFolder[]): Diagnostic[] {
  const reached = new Set(folders.flatMap((folder) => [...reachableFrom(`${folder.path}/openapi.yaml`, folder)]))
  return [...shared.files.keys()].filter((file) => !reached.has(file)).map((file) => orphan(file, 'any document'))
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
export function fileNameDiagnostics({ files }: SpecFolder): Diagnostic[] {
  return [...files.keys()].flatMap((file) =>
    nameStyles
      .filter(({ folder, name }) => folder.test(file) && !name.test(file))
      .map(({ style }): Diagnostic => {
        const message = `The file name is the component's name: ${style}, ending in .yaml.`
        return { file, line: 1, column: 1, severity: 'error', rule: 'file-name', message }
      }),
  )
}

function orphan(file: string, start: string): Diagnostic {
  const message = `No $ref from ${start} leads here. Refer to this file, or remove it.`
  return { file, line: 1, column: 1, severity: 'error', rule: 'orphan-file', message }
}

function relative(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to)
}
