import type { Ignorer, NodePath } from '@stryker-mutator/api/ignore'

/** The fields of a Babel node that are read here. */
interface Node {
  type: string
  name?: string
  id?: Node
  key?: Node
  callee?: Node & { object?: Node; property?: Node }
  argument?: Node
  expression?: Node
  properties?: Node[]
  consequent?: Node
  alternate?: Node | null
}

interface Path {
  node: Node
  scope: { getBinding(name: string): { path: { node: { init?: Node } } } | undefined }
}

const ignorer = (reason: string, isIgnored: (path: Path) => boolean): Ignorer => ({
  shouldIgnore: (path) => (isIgnored(path as NodePath & Path) ? reason : undefined),
})

/**
 * Leaves out code that only finds the rules that decided, or the fault of credentials. No answer of an interface shows it: the mock's
 * journal and `X-Mock-Reason` do, which have their own checks.
 */
export const journalOnly: Ignorer = ignorer('names rules for the journal', ({ node }) => citesRules(node))

/** Functions that only find out which rules decided, or what credentials lack. */
const findRules = new Set(['faultOf', 'isCaptured', 'lackingCapability', 'rulesOf', 'rulesOfQuery'])

function citesRules({ type, id, key, callee, expression, properties = [], consequent, alternate }: Node): boolean {
  if (type === 'IfStatement') return !alternate && consequent !== undefined && citesRules(consequent)
  if (type === 'FunctionDeclaration') return findRules.has(id?.name ?? '')
  if (type === 'ObjectProperty') return ['rules', 'rule', 'credentials'].includes(key?.name ?? '')
  if (type === 'ExpressionStatement') return expression !== undefined && citesRules(expression)
  const onlyCites = properties.length > 0 && properties.every(citesRules)
  if (type === 'ObjectExpression') return onlyCites || properties.some((one) => one.key?.name === 'fault')
  return type === 'CallExpression' && (callee?.name ?? callee?.property?.name) === 'cite'
}

/** Leaves out caches, and code that only frees memory: no answer differs without them. */
export const memoryOnly: Ignorer = ignorer('only spares time or memory', ({ node, scope }) => {
  const { type, id, consequent, expression } = node
  // `if (known) return known`, where a cache has been asked; `if (…) await dropExpired(…)`, and the function.
  if (type === 'IfStatement')
    return (
      (consequent?.type === 'ReturnStatement' && consequent.argument?.name === 'known') ||
      consequent?.expression?.argument?.callee?.name === 'dropExpired'
    )
  if (type === 'FunctionDeclaration') return id?.name === 'dropExpired'
  // `cache.set(…)` of a WeakMap.
  if (type !== 'ExpressionStatement' || expression?.callee?.property?.name !== 'set') return false
  const { init } = scope.getBinding(expression.callee.object?.name ?? '')?.path.node ?? {}
  return init?.type === 'NewExpression' && init.callee?.name === 'WeakMap'
})
