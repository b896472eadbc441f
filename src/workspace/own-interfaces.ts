import { dirname, join } from 'node:path'
import type { Contract, Rule } from '../contract/contract.ts'
import { nodeAt } from '../contract/json-pointer.ts'
import type { Operation } from '../contract/operation.ts'
import { operationsByRule } from '../contract/provenance.ts'
import { openDocument, type PublishedInterface } from '../contract/published/published-interface.ts'
import type { ReadOptions } from '../contract/published/read-document.ts'
import { readCatalogue } from '../contract/rule-catalogue.ts'
import { assertSound } from '../contract/yaml-file.ts'
import { UserError } from '../user-error.ts'
import type { InterfaceEntry } from './entries.ts'
import { freeName } from './select-named.ts'
import type { WorkspaceInterface } from './workspace.ts'

/**
 * Reads the documents of a workspace that its `redocly.yaml` names.
 *
 * @param base with a slash at its end
 * @throws {UserError} for documents that cannot be read
 */
export async function openEntries(
  base: string,
  entries: readonly InterfaceEntry[],
  { allowFiles = [base], ...options }: ReadOptions = {},
): Promise<WorkspaceInterface[]> {
  const interfaces: WorkspaceInterface[] = []
  for (const { name, document } of entries) {
    const published = await openDocument(join(base, document), { ...options, name, allowFiles })
    interfaces.push(interfaceOf(published, join(base, 'src/interfaces', name)))
  }
  return interfaces
}

/**
 * Reads documents that are named by their paths, each under a separate name.
 *
 * @param taken names that are given already
 * @throws {UserError} for documents that cannot be read
 */
export async function openFiles(
  files: readonly string[],
  taken: readonly string[],
  options?: ReadOptions,
): Promise<WorkspaceInterface[]> {
  const interfaces: WorkspaceInterface[] = []
  for (const file of files) {
    const published = await openDocument(file, options)
    const name = freeName(published.contract.name, new Set([...taken, ...interfaces.map((one) => one.name)]))
    const contract = { ...published.contract, name, prefix: name }
    interfaces.push(interfaceOf({ ...published, contract }, undefined))
  }
  return interfaces
}

function interfaceOf({ contract, ...published }: PublishedInterface, code: string | undefined): WorkspaceInterface {
  const { file, shownAs, document } = published
  const { name, prefix, title, mounts } = contract
  const [catalogue, tasks] = [join(dirname(file), 'rules.yaml'), join(dirname(file), 'tasks.yaml')]
  const rules = [...readRules(catalogue, document), ...deriveRules(shownAs, contract)]
  const whole = { ...contract, rules: new Map(rules.map((rule) => [rule.id, rule])) }
  return { name, prefix, title, mounts, rules, contract: whole, published, catalogue, tasks, code }
}

/** The rules of a `rules.yaml`, if it exists, with the operations whose nodes cite them. */
function readRules(file: string, document: PublishedInterface['document']): Rule[] {
  const catalogue = readCatalogue(file)
  if (!catalogue) return []
  const { yaml, entries } = catalogue
  const { rules = [] } = Object(assertSound(yaml).data) as { rules?: unknown }
  if (!Array.isArray(rules)) throw new UserError(`${file}  \`rules\` must be a list`)
  const operations = operationsByRule(document)
  const listed = entries.filter(({ list }) => list === 'rules')
  return listed.map(({ id, path, members }): Rule => {
    const { statement, kind = 'behaviour', source = { document: file, section: '' }, ...rest } = members
    if (id !== '' && typeof statement === 'string') {
      return { operations: operations.get(id) ?? [], ...rest, id, statement, kind, source } as Rule
    }
    const { line, column } = yaml.at(path)
    throw new UserError(`${file}:${line}:${column}  a rule needs \`id\` and \`statement\`, both text`)
  })
}

/**
 * A rule for each answer that a document gives to an operation: `getPet/200`. It stands for all that the document says of the answer. Its ID
 * is made of the document's own names, so that another operation changes no other ID.
 *
 * @param shownAs the document, as messages show it
 */
function deriveRules(shownAs: string, { document, operations }: Contract): Rule[] {
  return [...operations.values()].flatMap((operation) =>
    [...operation.responses].map(
      ([answer, pointer]): Rule => ({
        id: `${operation.id}/${answer}`,
        statement: statementOf(operation, answer, nodeAt(document, pointer)?.description),
        kind: 'schema',
        source: { document: shownAs, section: `${operation.pointer}/responses/${answer}` },
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
