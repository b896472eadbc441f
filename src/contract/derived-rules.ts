import type { Contract, ContractOperation, Rule } from './contract.ts'
import { nodeAt } from './json-pointer.ts'

/**
 * A rule for each answer that a document gives to an operation: `getPet/200`. It stands for all that the document says of the answer. Its ID
 * is made of the document's own names, so that another operation changes no other ID.
 *
 * @param file path of the document
 */
export function deriveRules(
  file: string,
  { document, operations }: Pick<Contract, 'document' | 'operations'>,
  ids: Iterable<string>,
): Rule[] {
  return [...ids].flatMap((id) => {
    const operation = operations.get(id)
    return [...(operation?.responses ?? [])].map(
      ([answer, pointer]): Rule => ({
        id: `${id}/${answer}`,
        statement: statementOf(operation as ContractOperation, answer, nodeAt(document, pointer)?.description),
        kind: 'schema',
        source: { document: file, section: `${(operation as ContractOperation).pointer}/responses/${answer}` },
        operations: [id],
        answer,
      }),
    )
  })
}

function statementOf({ method, path }: ContractOperation, answer: string, description: unknown): string {
  const [sentence = ''] = String(description ?? '')
    .trim()
    .split(/(?<=\.)\s|\n/)
  const told = sentence.replace(/\.$/, '').slice(0, 120)
  const when = answer === 'default' ? 'in any other case' : answer
  return `${method.toUpperCase()} ${path} answers ${when}${told === '' ? '' : ` (${told})`} as its document describes it.`
}
