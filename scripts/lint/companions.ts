import type { Diagnostic } from '../specs/diagnostic.ts'
import type { SpecFolder } from '../specs/spec-folder.ts'
import { schemaDiagnostics } from './json-schema.ts'

/** Every data file X.yaml of an interface that has its schema X.schema.yaml beside it. */
export function companionDiagnostics({ files }: SpecFolder): Diagnostic[] {
  return [...files.values()].flatMap((schema) => {
    const data = files.get(schema.file.replace(/\.schema\.yaml$/, '.yaml'))
    return data && data !== schema ? schemaDiagnostics(data, schema, 'data-schema') : []
  })
}
