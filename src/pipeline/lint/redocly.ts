import { readFileSync, realpathSync } from 'node:fs'
import { dirname, posix, relative } from 'node:path'
import {
  type Config,
  createConfig,
  getLineColLocation,
  lint,
  loadConfig,
  type NormalizedProblem,
} from '@redocly/openapi-core'
import { parse } from 'yaml'
import { isObject } from '../../contract/json-pointer.ts'
import { LocalResolver } from '../../contract/published/bundle-files.ts'
import { readRoot } from '../../contract/published/read-document.ts'
import { compilePattern } from '../../contract/schema/pattern.ts'
import { UserError } from '../../user-error.ts'
import type { Diagnostic } from '../specs/diagnostic.ts'
import { proseAgrees } from './prose-agrees.ts'

/** The diagnostics of `npx redocly lint <name>`, from the library behind the command. */
export async function redoclyDiagnostics(root: string, name: string, document: string): Promise<Diagnostic[]> {
  const configPath = posix.join(root, 'redocly.yaml')
  const config = await loadConfigWith(configPath).catch((error: Error) => {
    throw new UserError(`redocly.yaml  Redocly cannot load it: ${error.message.split('\n')[0]}`, { cause: error })
  })
  const ref = posix.join(root, document)
  const diagnostics = await lint({ ref, config: config.forAlias(name) }).catch(async () =>
    lint({ ref, config: await createConfig(structAlone) }),
  )
  return diagnostics.filter(({ ignored }) => !ignored).map((diagnostic) => toDiagnostic(diagnostic, root, document))
}

/** A file with the rules of this package as well, before its own, which may set them. */
async function loadConfigWith(configPath: string): Promise<Config> {
  const { extends: own } = Object(parse(readFileSync(configPath, 'utf8')))
  const customExtends = ['rulebound/recommended', ...(Array.isArray(own) ? own : [])]
  return loadConfig({ configPath, customExtends, plugins: [proseAgrees] })
}

/** The diagnostics of one document by the `minimal` rules of Redocly: it follows nobody's conventions but those of OpenAPI. */
export async function minimalDiagnostics(file: string, allowFiles?: readonly string[]): Promise<Diagnostic[]> {
  const { path, root } = readRoot(file)
  const folders = (allowFiles ?? [dirname(path)]).map((folder) => realpathSync(folder))
  const externalRefResolver = new LocalResolver(path, root, folders, withoutSlowPatterns)
  const check = async (config: Parameters<typeof createConfig>[0]) =>
    lint({ ref: path, config: await createConfig(config, { plugins: [proseAgrees] }), externalRefResolver })
  const problems = await check({ extends: ['minimal', 'rulebound/recommended'] }).catch(() => check(structAlone))
  return (
    problems
      // The resolver hides members that hold data, so that nothing in them is followed.
      .filter(({ message }) => !message.includes('\u0000'))
      .map((problem) => {
        const [location] = problem.location
        const at = toDiagnostic(problem, process.cwd(), relative(process.cwd(), path))
        return { ...at, pointer: location?.pointer?.replace(/^#/, '') || '/' }
      })
  )
}

/** Examples are checked with the patterns of the document, one of which may take days. */
function withoutSlowPatterns(node: unknown): unknown {
  if (!isObject(node)) return node
  if (Array.isArray(node)) return node.map(withoutSlowPatterns)
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => key !== 'pattern' || typeof value !== 'string' || runsFast(value))
      .map(([key, value]) => [key, withoutSlowPatterns(value)]),
  )
}

function runsFast(pattern: string): boolean {
  try {
    return compilePattern(pattern) instanceof RegExp
  } catch {
    return false
  }
}

/** Some rules throw for a document of the wrong shape, such as one with a null among its tags. This rule says where it is wrong. */
const structAlone = { rules: { struct: 'error' } } as const

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
    message: message.replaceAll(posix.join(root, '/'), '').replaceAll(/\s+/g, ' ').trim() + hint,
  }
}
