import { join, relative } from 'node:path'
import { bundle, getLineColLocation, loadConfig, type NormalizedProblem, stringifyYaml } from '@redocly/openapi-core'
import { UserError } from '../../user-error.ts'
import type { InterfaceEntry } from '../../workspace/entries.ts'

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

export interface Bundle {
  document: OpenApiDocument
  /** Every file that the document consists of, relative to the root. */
  files: string[]
}

/**
 * Joins an interface's files into one document.
 *
 * @throws {UserError} for references and files that Redocly cannot resolve or read, with file, line and column if Redocly reports them
 */
export async function bundleInterface({ name, document }: InterfaceEntry, base: string): Promise<Bundle> {
  const config = await loadConfig({ configPath: join(base, 'redocly.yaml') })
  const {
    bundle: bundled,
    problems,
    fileDependencies,
  } = await bundle({
    config: config.forAlias(name),
    ref: join(base, document),
  })
  const errors = problems.filter((problem) => problem.severity === 'error')
  if (errors.length > 0) {
    throw new UserError([...new Set(errors.map((problem) => describe(problem, document, base)))].join('\n'))
  }
  const files = [...fileDependencies].map((file) => (file.startsWith(base) ? relative(base, file) : file))
  return { document: bundled.parsed as OpenApiDocument, files: files.sort() }
}

function describe({ message, location: [location] }: NormalizedProblem, document: string, base: string): string {
  const text = message.replaceAll(base, '')
  if (!location) return `${document}  ${text}`
  const { start } = getLineColLocation(location)
  return `${relative(base, location.source.absoluteRef)}:${start.line}:${start.col}  ${text}`
}

export function printBundle(document: OpenApiDocument, banner: string[]): string {
  return `${banner.map((line) => `# ${line}\n`).join('')}${stringifyYaml(document, { noRefs: true, lineWidth: -1 })}`
}
