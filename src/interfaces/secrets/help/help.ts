import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { components } from '../../../../generated/secrets/types.ts'
import { rootUrl } from '../../../workspace/root.ts'
import type { Target } from '../address.ts'
import { documentOf, type HelpDocument, type Queried, relativePaths, type SourceDocument } from './help-document.ts'

type HelpBody = components['schemas']['HelpBody']

/** The help of an address (SEC-030 to SEC-033, SEC-060); undefined if nothing is documented there or below. */
export function helpOf(target: Target): HelpBody | undefined {
  const title = target.path.slice(target.namespace.length) || '/'
  const whole = readDocument()
  const templates = Object.keys(whole.paths).map((path) => path.slice('/v1/'.length))
  const relative = relativePaths(
    templates.filter((template) => isInScope(template, target)),
    queriedBy(target),
  )
  if (relative.length === 0) return undefined
  const document = documentOf(whole, title, relative)
  return { help: explain(title, document.paths), openapi: { ...document } }
}

/** The document never changes while the process runs; most processes never need it. */
let known: SourceDocument | undefined

function readDocument(): SourceDocument {
  if (known) return known
  // Loaded on demand, because few processes are asked for help.
  const { load }: typeof import('js-yaml') = createRequire(import.meta.url)('js-yaml')
  const read = load(readFileSync(new URL('generated/secrets/openapi-3.0.yaml', rootUrl), 'utf8')) as SourceDocument
  known = read
  return read
}

/** True if a documented path can belong to the engine of the target. At the top of a namespace, all can. */
function isInScope(template: string, { engine, namespace, path }: Target): boolean {
  if (template === 'sys/health') return namespace === ''
  if (path === namespace) return true
  if (template.startsWith('auth/')) return engine === 'userpass' || path === `${namespace}auth/`
  const isVersioned = /^\{mount\}\/[^{]/.test(template)
  return engine === (isVersioned ? 'kv-2' : 'kv-1')
}

function queriedBy({ namespace, mount, engine, path }: Target): Queried {
  if (path === namespace) return { segments: [], directory: true }
  const name = mount.slice(namespace.length, -1)
  const below = path.slice(mount.length).split('/')
  return {
    // The mount of an engine is one segment of its templates, even if its name has several; the mount of an auth method is not.
    segments: [...(engine === 'userpass' ? name.split('/') : [name]), ...below].filter((segment) => segment !== ''),
    directory: path.endsWith('/'),
  }
}

/** Markdown about the operations at the path and below it. */
function explain(title: string, paths: HelpDocument['paths']): string {
  const lines = Object.entries(paths).flatMap(([path, { parameters: _, ...operations }]) =>
    Object.entries(operations).map(([method, operation]) => {
      const summary = 'summary' in operation ? operation.summary : ''
      return `- \`${method.toUpperCase()} ${path}\`: ${summary}`
    }),
  )
  return [`## ${title}`, '', 'Paths are relative to this one, which is `/`.', '', ...lines].join('\n')
}
