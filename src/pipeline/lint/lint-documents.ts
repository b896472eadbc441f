import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { selectEntries } from '../../workspace/entries.ts'
import { openWorkspace } from '../../workspace/open-workspace.ts'
import { changedSentences } from '../rules/drafts.ts'
import { type Diagnostic, distinct } from '../specs/diagnostic.ts'
import { redoclyDiagnostics } from './redocly.ts'

/** What a lint has looked at, and what it found. */
export interface LintResult {
  diagnostics: Diagnostic[]
  documents: number
  rules: number
}

/**
 * Lints the documents of a workspace: by its `redocly.yaml`, by its `.spectral.yaml` if there is one, and by the rules that they cite.
 *
 * @param base with a slash at its end
 * @throws {UserError} for a name that the workspace does not have
 */
export async function lintDocuments(base: string, names: readonly string[]): Promise<LintResult> {
  const result: LintResult = { diagnostics: [], documents: 0, rules: 0 }
  const ruleset = ['.spectral.yaml', '.spectral.yml', '.spectral.json'].map((file) => join(base, file)).find(existsSync)
  for (const { name, document } of selectEntries(base, names)) {
    result.documents++
    result.diagnostics.push(...(await redoclyDiagnostics(base, name, document)))
    result.diagnostics.push(...changedSentences(join(base, document)))
    if (ruleset !== undefined) {
      const { spectralDiagnostics } = await import('./spectral.ts')
      result.diagnostics.push(...(await spectralDiagnostics(base, document, ruleset)))
    }
  }
  const [unreadable] = result.diagnostics.filter(({ severity }) => severity === 'error')
  const opened = unreadable ? [] : (await openWorkspace({ words: names, from: base })).interfaces
  for (const { rules } of opened) result.rules += rules.filter(({ answer }) => answer === undefined).length
  return { ...result, diagnostics: distinct(result.diagnostics) }
}
