import { posix } from 'node:path'
import { createConfig, getLineColLocation, lint, loadConfig, type NormalizedProblem } from '@redocly/openapi-core'
import type { Diagnostic } from '../specs/diagnostic.ts'

/** The diagnostics of `npx redocly lint <name>`, from the library behind the command. */
export async function redoclyDiagnostics(root: string, name: string, document: string): Promise<Diagnostic[]> {
  const config = await loadConfig({ configPath: posix.join(root, 'redocly.yaml') })
  const ref = posix.join(root, document)
  const diagnostics = await lint({ ref, config: config.forAlias(name) }).catch(() => structDiagnostics(ref))
  return diagnostics.filter(({ ignored }) => !ignored).map((diagnostic) => toDiagnostic(diagnostic, root, document))
}

/** Some rules throw for a document of the wrong shape, such as one with a null among its tags. This rule says where it is wrong. */
async function structDiagnostics(ref: string): Promise<NormalizedProblem[]> {
  return lint({ ref, config: await createConfig({ rules: { struct: 'error' } }) })
}

function toDiagnostic(
  { location: [location], message, ruleId, severity, suggest }: NormalizedProblem,
  root: string,
  document: string,
): Diagnostic {
  const start = location ? getLineColLocation(location).start : { line: 1, col: 1 }
  const hint = suggest[0] ? ` Did you mean ${suggest[0]}?` : ''
  return {
    file: location ? posix.relative(root, location.source.absoluteRef) : document,
    line: start.line,
    column: start.col,
    severity: severity === 'warn' ? 'warning' : 'error',
    rule: ruleId,
    message: message.replaceAll(`${root}/`, '').replaceAll(/\s+/g, ' ').trim() + hint,
  }
}
