import type { Ignorer, NodePath } from '@stryker-mutator/api/ignore'

/** The fields of a Babel node that are read here. */
interface Node {
  type: string
  id?: { name?: string }
  key?: { name?: string }
  callee?: { name?: string; property?: { name?: string } }
  expression?: Node
  properties?: Node[]
  consequent?: Node
  alternate?: Node | null
}

/** Functions that only find out which rules decided, or what credentials lack. */
const findRules = new Set(['isCaptured', 'lackingCapability', 'rulesOf', 'stands'])

/**
 * Leaves out code that only finds the rules that decided, or the fault of credentials. No answer of an interface shows it: the mock's
 * journal and `X-Mock-Reason` do, which have their own checks.
 */
export const journalOnly: Ignorer = {
  shouldIgnore(path) {
    return citesRules((path as NodePath & { node: Node }).node) ? 'names rules for the journal' : undefined
  },
}

function citesRules({ type, id, key, callee, expression, properties = [], consequent, alternate }: Node): boolean {
  if (type === 'IfStatement') return !alternate && consequent !== undefined && citesRules(consequent)
  if (type === 'FunctionDeclaration') return findRules.has(id?.name ?? '')
  if (type === 'ObjectProperty') return ['rules', 'rule', 'credentials'].includes(key?.name ?? '')
  if (type === 'ObjectExpression')
    return (
      properties.length > 0 && (properties.every(citesRules) || properties.some((one) => one.key?.name === 'fault'))
    )
  if (type === 'ExpressionStatement') return expression !== undefined && citesRules(expression)
  return type === 'CallExpression' && (callee?.name ?? callee?.property?.name) === 'because'
}
