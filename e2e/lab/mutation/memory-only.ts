import type { Ignorer, NodePath } from '@stryker-mutator/api/ignore'

/** The fields of a Babel node that are read here. */
interface Node {
  type: string
  name?: string
  id?: { name?: string }
  test?: Node
  argument?: Node
  expression?: Node
  consequent?: Node
  callee?: Node & { object?: Node; property?: Node }
}

interface Path {
  node: Node
  scope: { getBinding(name: string): { path: { node: { init?: Node } } } | undefined }
}

/** Leaves out caches, and code that only frees memory: no answer differs without them. */
export const memoryOnly: Ignorer = {
  shouldIgnore(path) {
    return sparesMemory(path as NodePath & Path) ? 'only spares time or memory' : undefined
  },
}

function sparesMemory({ node, scope }: Path): boolean {
  const { type, id, consequent, expression } = node
  // `if (known) return known`, where a cache has been asked.
  if (type === 'IfStatement' && consequent?.type === 'ReturnStatement' && consequent.argument?.name === 'known')
    return true
  // `if (…) await dropExpired(…)`, and the function.
  if (type === 'FunctionDeclaration' && id?.name === 'dropExpired') return true
  if (type === 'IfStatement' && consequent?.expression?.argument?.callee?.name === 'dropExpired') return true
  // `cache.set(…)` of a WeakMap.
  if (type !== 'ExpressionStatement' || expression?.callee?.property?.name !== 'set') return false
  const { init } = scope.getBinding(expression.callee.object?.name ?? '')?.path.node ?? {}
  return init?.type === 'NewExpression' && init.callee?.name === 'WeakMap'
}
