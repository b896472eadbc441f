import { relative } from 'node:path'
import { bundle, getLineColLocation, loadConfig, stringifyYaml } from '@redocly/openapi-core'
import { UserError } from '../../src/cli/user-error.ts'
import type { InterfaceEntry } from './interfaces.ts'

export interface OpenApiDocument {
  info: { title: string; version: string }
  servers?: ServerObject[]
  paths: Record<string, PathItem>
  [key: string]: unknown
}

export interface ServerObject {
  url: string
  variables?: Record<string, { default: string; enum?: string[] }>
}

export type PathItem = { servers?: ServerObject[]; parameters?: unknown[] } & Record<string, unknown>

/** Joins an interface's files into one document. A dangling `$ref` or a YAML error is reported with file, line and column. */
export async function bundleInterface(entry: InterfaceEntry, base: string): Promise<OpenApiDocument> {
  const config = await loadConfig({ configPath: `${base}redocly.yaml` })
  const { bundle: bundled, problems } = await bundle({ config, ref: `${base}${entry.document}` }).catch(
    (error: Error) => {
      throw new UserError(relativeTo(base, error.message))
    },
  )
  const errors = problems.filter((problem) => problem.severity === 'error')
  if (errors.length > 0) {
    const lines = errors.map((problem) => {
      const [location] = problem.location
      if (!location) return `${entry.document}  ${problem.message}`
      const { start } = getLineColLocation(location)
      return `${relative(base, location.source.absoluteRef)}:${start.line}:${start.col}  ${problem.message}`
    })
    throw new UserError([...new Set(lines)].map((line) => relativeTo(base, line)).join('\n'))
  }
  return bundled.parsed as OpenApiDocument
}

function relativeTo(base: string, text: string): string {
  return text.replaceAll(base, '')
}

/** The bundle as YAML, under its banner. */
export function printBundle(document: OpenApiDocument, banner: string[]): string {
  return `${banner.map((line) => `# ${line}\n`).join('')}${stringifyYaml(document, { noRefs: true, lineWidth: -1 })}`
}
