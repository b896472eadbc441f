import { isObject } from '../../contract/json-pointer.ts'
import type { Position, YamlFile } from '../../contract/yaml-file.ts'

/** A mistake in a target file. */
export interface Diagnostic {
  /** Names of the members that lead to it; empty for the file as a whole. */
  path: readonly string[]
  message: string
}

/** Mistakes in the order of the file, each with its line and column: `3:1: …`. */
export function tell(diagnostics: readonly Diagnostic[], document: YamlFile): string[] {
  return diagnostics
    .map(({ path, message }) => ({ ...document.keyAt(path), message }))
    .sort((one, other) => one.line - other.line || one.column - other.column)
    .map(atPosition)
}

export function atPosition({ line, column, message }: Position & { message: string }): string {
  return `${line}:${column}: ${message}`
}

/** Members of a map; none of any other value. */
export function membersOf(value: unknown): [name: string, value: unknown][] {
  return isObject(value) && !Array.isArray(value) ? Object.entries(value) : []
}
