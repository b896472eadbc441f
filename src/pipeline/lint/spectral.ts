import fs from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Document, type ISpectralDiagnostic, type Ruleset, Spectral } from '@stoplight/spectral-core'
import parsers from '@stoplight/spectral-parsers'
import { createHttpAndFileResolver } from '@stoplight/spectral-ref-resolver'
import { bundleAndLoadRuleset } from '@stoplight/spectral-ruleset-bundler/with-loader'
import type { Diagnostic } from '../specs/diagnostic.ts'

const rulesetFile = fileURLToPath(new URL('../../../.spectral.yaml', import.meta.url))
let ruleset: Promise<Ruleset> | undefined

/** The diagnostics of `npx spectral lint <document>`. */
export async function spectralDiagnostics(root: string, document: string): Promise<Diagnostic[]> {
  const diagnostics = await diagnose(posix.join(root, document))
  return diagnostics.map(({ code, message, severity, source, range }) => ({
    file: posix.relative(root, source ?? document),
    line: range.start.line + 1,
    column: range.start.character + 1,
    severity: severity === 0 ? 'error' : 'warning',
    rule: String(code),
    message: message.replaceAll(/\s+/g, ' '),
  }))
}

/** Spectral's results for the document at an absolute path. A process loads the ruleset once. */
export async function diagnose(file: string): Promise<ISpectralDiagnostic[]> {
  ruleset ??= bundleAndLoadRuleset(rulesetFile, { fs, fetch })
  // A resolver caches the files that it reads. Each run has a new one, so that a watcher lints the current files.
  const spectral = new Spectral({ resolver: createHttpAndFileResolver() })
  spectral.setRuleset(await ruleset)
  return spectral.run(new Document(fs.readFileSync(file, 'utf8'), parsers.Yaml, file))
}
