import fs from 'node:fs'
import { basename, posix } from 'node:path'
import { Document, type ISpectralDiagnostic, type Ruleset, Spectral } from '@stoplight/spectral-core'
import parsers from '@stoplight/spectral-parsers'
import { createHttpAndFileResolver } from '@stoplight/spectral-ref-resolver'
import { bundleAndLoadRuleset } from '@stoplight/spectral-ruleset-bundler/with-loader'
import type { Finding } from '../../report/finding.ts'
import { UserError } from '../../user-error.ts'
import { root } from '../../workspace/root.ts'

const rulesetFile = `${root}.spectral.yaml`
const rulesets = new Map<string, Promise<Ruleset>>()

/** The findings of `npx spectral lint <document>`. */
export async function spectralFindings(
  base: string,
  document: string,
  rulesetOf: string = rulesetFile,
): Promise<Finding[]> {
  const diagnostics = await diagnose(posix.join(base, document), rulesetOf)
  return diagnostics.map(({ code, message, severity, source, range }) => ({
    id: String(code),
    level: severity === 0 ? 'error' : 'warning',
    message: message.replaceAll(/\s+/g, ' '),
    place: {
      file: posix.relative(base, source ?? document),
      line: range.start.line + 1,
      column: range.start.character + 1,
    },
  }))
}

/** Spectral's results for the document at an absolute path. A process loads the ruleset once. */
export async function diagnose(file: string, rulesetOf: string = rulesetFile): Promise<ISpectralDiagnostic[]> {
  const ruleset = rulesets.get(rulesetOf) ?? loadRuleset(rulesetOf)
  rulesets.set(rulesetOf, ruleset)
  // A resolver caches the files that it reads. Each run has a new one, so that a watcher lints the current files.
  const spectral = new Spectral({ resolver: createHttpAndFileResolver() })
  spectral.setRuleset(await ruleset)
  return spectral.run(new Document(fs.readFileSync(file, 'utf8'), parsers.Yaml, file))
}

async function loadRuleset(file: string): Promise<Ruleset> {
  try {
    return await bundleAndLoadRuleset(file, { fs, fetch })
  } catch (error) {
    const { message, errors = [] } = error as Error & { errors?: readonly Error[] }
    const reasons = [message, ...errors.map((one) => one.message)].flatMap((one) => one.split('\n')[0] || [])
    throw new UserError(`${basename(file)}  Spectral cannot load this ruleset: ${reasons.join('; ')}`, {
      cause: error,
    })
  }
}
