import { posix } from 'node:path'
import { createConfig, getLineColLocation, lint, loadConfig, type NormalizedProblem } from '@redocly/openapi-core'
import type { Problem } from '../specs/diagnostic.ts'

/** What `npx redocly lint <name>` says, from the library that the command is built on. */
export async function redoclyProblems(root: string, name: string, document: string): Promise<Problem[]> {
  const config = await loadConfig({ configPath: posix.join(root, 'redocly.yaml') })
  const ref = posix.join(root, document)
  const problems = await lint({ ref, config: config.forAlias(name) }).catch(() => structProblems(ref))
  return problems.filter(({ ignored }) => !ignored).map((problem) => toProblem(problem, root, document))
}

/** Some rules throw on a document of the wrong shape, such as a null among its tags; this one says where it is wrong. */
async function structProblems(ref: string): Promise<NormalizedProblem[]> {
  return lint({ ref, config: await createConfig({ rules: { struct: 'error' } }) })
}

function toProblem(
  { location: [location], message, ruleId, severity, suggest }: NormalizedProblem,
  root: string,
  document: string,
): Problem {
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
