import type { Contract, Rule } from './contract.ts'
import { nodeAt } from './json-pointer.ts'
import type { Operation } from './operation.ts'

/**
 * A rule for each answer that a document gives to an operation: `getPet/200`. It stands for all that the document says of the answer. Its ID
 * is made of the document's own names, so that another operation changes no other ID.
 *
 * @param file path of the document
 */
export function deriveRules(file: string, { document, operations }: Contract): Rule[] {
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
