import { join } from 'node:path'
import { bundle, loadConfig, stringifyYaml } from '@redocly/openapi-core'
import { describePlace } from '../../report/finding.ts'
import { UserError } from '../../user-error.ts'
import type { InterfaceEntry } from '../../workspace/entries.ts'

export interface OpenApiDocument {
  info: Record<string, unknown>
  paths: Record<string, { parameters?: unknown[]; [key: string]: unknown }>
  [key: string]: unknown
}

/**
 * Joins an interface's files into one document.
 *
 * @throws {UserError} for references and files that Redocly cannot resolve or read
 */
export async function bundleInterface({ name, document }: InterfaceEntry, base: string): Promise<OpenApiDocument> {
  const config = await loadConfig({ configPath: join(base, 'redocly.yaml') })
  const { bundle: bundled, problems } = await bundle({ config: config.forAlias(name), ref: join(base, document) })
  const errors = problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)
  if (errors.length > 0) throw new UserError([...new Set(errors)].join('\n'))
  return bundled.parsed as OpenApiDocument
}

export function printBundle(document: OpenApiDocument, banner?: string): string {
  const head = banner === undefined ? '' : `# ${banner}\n`
  return head + stringifyYaml(document, { noRefs: true, lineWidth: -1 })
}

/**
 * Turns an error that a library threw into lines that say where to mend the sources. Libraries name a broken file or reference
 * incompletely, or twice, and the lint knows the position of each node.
 *
 * @returns a handler of rejections, which always throws a `UserError`
 */
export function explainFault({ name, document }: InterfaceEntry, base: string): (error: Error) => Promise<never> {
  return async (error) => {
    const { lintWorkspace } = await import('../lint/lint.ts')
    // If the lint cannot run either, the message of the library has to do.
    const { findings } = await lintWorkspace(base, [name]).catch(() => ({ findings: [] }))
    const lines = findings
      .filter(({ level }) => level === 'error')
      .map(({ place, message }) => `${describePlace(place)}  ${message}`)
    const text = lines.length > 0 ? lines.join('\n') : `${document}  ${error.message.replaceAll(/\s+/g, ' ')}`
    throw new UserError(text.replaceAll(base, ''), { cause: error })
  }
}
