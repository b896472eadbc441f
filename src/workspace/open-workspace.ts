import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Contract, Rule } from '../contract/contract.ts'
import { nodeAt } from '../contract/json-pointer.ts'
import type { Operation } from '../contract/operation.ts'
import { operationsByRule } from '../contract/provenance.ts'
import { openDocument, type PublishedInterface } from '../contract/published/published-interface.ts'
import { parseSoundYaml } from '../contract/yaml-file.ts'
import { UserError } from '../user-error.ts'
import { type InterfaceEntry, listEntries } from './entries.ts'
import { findUserRoot, isPath } from './find-root.ts'
import { setUserInterfaces, type UserInterface, type WorkspaceOptions } from './interfaces.ts'
import { root } from './root.ts'
import { freeName, selectNamed } from './select-named.ts'

/** The interfaces that a command works on. */
export interface OpenedWorkspace {
  /** The names among the words, with those of the documents. */
  names: string[]
  interfaces: UserInterface[]
  /** What the user may not expect: a name that is not the bundled interface, a workspace without documents. */
  remarks: string[]
}

/**
 * Reads the documents that the words name, or all of the workspace. From then on their interfaces are found before the bundled ones. The
 * repository of the bundled interfaces needs no reading: `generated/` has them.
 *
 * @throws {UserError} with one line for each fault, for documents that cannot be read
 */
export async function openWorkspace(options: WorkspaceOptions): Promise<OpenedWorkspace> {
  const { words, from, allowFiles } = options
  const documents = words.filter(isPath)
  const named = words.filter((word) => !isPath(word))
  const base = findUserRoot(from)
  const entries = base === undefined ? [] : listEntries(base)
  const ours = named.filter((name) => !isBundled(name) || entries.some((entry) => entry.name === name))
  const isOwn = words.length === 0 ? entries.length > 0 : ours.length > 0
  const interfaces = base === undefined || !isOwn ? [] : await openDocuments(base, ours, allowFiles)
  const names = [...named]
  for (const file of documents) {
    const published = await openDocument(file, { ...(allowFiles && { allowFiles }) })
    const name = freeName(published.contract.name, new Set(names))
    const contract = { ...published.contract, name, prefix: name }
    interfaces.push(userInterface({ ...published, contract }, undefined))
    names.push(name)
  }
  setUserInterfaces(interfaces, options)
  const hidden = interfaces.map(({ contract }) => contract.name).filter(isBundled)
  const remarks = hidden.map((name) => `${name}: of this workspace, and not the bundled interface`)
  if (base !== undefined && entries.length === 0 && words.length === 0)
    remarks.push(`${base}redocly.yaml ${withoutDocuments}\nThe bundled interfaces are used instead.`)
  return { names, interfaces, remarks }
}

/**
 * The interfaces of a workspace with these names; all if none is given.
 *
 * @param base with a slash at its end
 * @throws {UserError} for a name that the workspace does not have, and for documents that cannot be read
 */
export async function openDocuments(
  base: string,
  names: readonly string[],
  allowFiles: readonly string[] = [base],
): Promise<UserInterface[]> {
  const interfaces: UserInterface[] = []
  for (const { name, document } of selectDocuments(base, names)) {
    const published = await openDocument(join(base, document), { name, allowFiles })
    interfaces.push(userInterface(published, join(base, 'src/interfaces', name)))
  }
  return interfaces
}

/**
 * The entries of a workspace with these names; all if none is given.
 *
 * @throws {UserError} for a name that the workspace does not have, and for a workspace without documents
 */
export function selectDocuments(base: string, names: readonly string[]): InterfaceEntry[] {
  const entries = listEntries(base)
  if (entries.length === 0) throw new UserError(`${base}redocly.yaml ${withoutDocuments}`)
  return selectNamed(names, entries)
}

/** What is wrong with a `redocly.yaml` that has no `apis`, and how to mend it. */
export const withoutDocuments = 'names no document under `apis`; add them with: npx rulebound init'

function isBundled(name: string): boolean {
  return existsSync(join(root, 'generated', name, 'openapi.yaml'))
}

function userInterface({ contract, ...published }: PublishedInterface, code: string | undefined): UserInterface {
  const { file, document } = published
  const [catalogue, tasks] = [join(dirname(file), 'rules.yaml'), join(dirname(file), 'tasks.yaml')]
  const rules = [...readRules(catalogue, document), ...deriveRules(file, contract)]
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  return { contract: { ...contract, rules: byId }, published, catalogue, tasks, code }
}

/** The rules of a `rules.yaml`, if it exists, with the operations whose nodes cite them. */
function readRules(file: string, document: PublishedInterface['document']): Rule[] {
  if (!existsSync(file)) return []
  const yaml = parseSoundYaml(file, readFileSync(file, 'utf8'))
  const { rules = [] } = Object(yaml.data) as { rules?: unknown }
  if (!Array.isArray(rules)) throw new UserError(`${file}  \`rules\` must be a list`)
  const operations = operationsByRule(document)
  return (rules as unknown[]).map((rule, index): Rule => {
    const { id, statement, kind = 'behaviour', source = { document: file, section: '' }, ...rest } = Object(rule)
    if (typeof id === 'string' && typeof statement === 'string') {
      return { operations: operations.get(id) ?? [], ...rest, id, statement, kind, source }
    }
    const { line, column } = yaml.at(['rules', index])
    throw new UserError(`${file}:${line}:${column}  a rule needs \`id\` and \`statement\`, both text`)
  })
}

/**
 * A rule for each answer that a document gives to an operation: `getPet/200`. It stands for all that the document says of the answer. Its ID
 * is made of the document's own names, so that another operation changes no other ID.
 *
 * @param file path of the document
 */
function deriveRules(file: string, { document, operations }: Contract): Rule[] {
  return [...operations.values()].flatMap((operation) =>
    [...operation.responses].map(
      ([answer, pointer]): Rule => ({
        id: `${operation.id}/${answer}`,
        statement: statementOf(operation, answer, nodeAt(document, pointer)?.description),
        kind: 'schema',
        source: { document: file, section: `${operation.pointer}/responses/${answer}` },
        operations: [operation.id],
        answer,
      }),
    ),
  )
}

function statementOf({ method, path }: Operation, answer: string, description: unknown): string {
  const [sentence = ''] = String(description ?? '')
    .trim()
    .split(/(?<=\.)\s|\n/)
  const clause = sentence.replace(/\.$/, '').slice(0, 120)
  const when = answer === 'default' ? 'in any other case' : answer
  return `${method.toUpperCase()} ${path} answers ${when}${clause === '' ? '' : ` (${clause})`} as its document describes it.`
}
