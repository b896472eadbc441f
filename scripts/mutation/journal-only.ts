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

/** Functions that only find out which rules decided. */
const findRules = new Set(['isCaptured', 'rulesOf', 'stands'])

/** Leaves out code that only writes to the mock's journal which rules decided: no caller of an interface can see it. */
export const journalOnly: Ignorer = {
  shouldIgnore(path) {
    return citesRules((path as NodePath & { node: Node }).node) ? 'names rules for the journal' : undefined
  },
}

function citesRules({ type, id, key, callee, expression, properties = [], consequent, alternate }: Node): boolean {
  if (type === 'IfStatement') return !alternate && consequent !== undefined && citesRules(consequent)
  if (type === 'FunctionDeclaration') return findRules.has(id?.name ?? '')
  if (type === 'ObjectProperty') return key?.name === 'rules' || key?.name === 'rule'
  if (type === 'ObjectExpression') return properties.length > 0 && properties.every(citesRules)
  if (type === 'ExpressionStatement') return expression !== undefined && citesRules(expression)
  return type === 'CallExpression' && (callee?.name ?? callee?.property?.name) === 'because'
}
