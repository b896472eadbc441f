import { isObject, pointerIn, valueAt } from '../../../contract/json-pointer.ts'
import { listFaults } from './import-error.ts'
import { type Node, nodesIn } from './walk.ts'

function referencesOf(document: Node): { at: string; ref: string }[] {
  return [...nodesIn(document)].flatMap(([at, { $ref: ref }]) => (typeof ref === 'string' ? [{ at, ref }] : []))
}

/**
 * Refuses references that leave the document, have no target, or form a circle without a schema. A schema that contains itself is not such
 * a circle.
 */
export function assertReferences(name: string, document: Node): void {
  const references = referencesOf(document)
  const outside = references.filter(({ ref }) => !ref.startsWith('#'))
  if (outside.length > 0) {
    const remedy = `run \`npx redocly bundle ${name} -o bundled.yaml\`, which fetches them, and import bundled.yaml`
    throw listFaults(`${name} refers to other documents, and nothing is fetched here; ${remedy}:`, [
      ...new Set(outside.map(({ ref }) => ref)),
    ])
  }
  const strange = references.filter(({ ref }) => ref !== '#' && !ref.startsWith('#/'))
  if (strange.length > 0) {
    const faults = strange.map(({ at, ref }) => `${ref} at ${at}`)
    throw listFaults(`${name} refers by anchors; write JSON pointers (\`#/components/…\`) instead:`, faults)
  }
  const dead = references.filter(({ ref }) => valueAt(document, pointerIn(ref)) === undefined)
  if (dead.length > 0) {
    throw listFaults(
      `${name} has references that lead nowhere:`,
      dead.map(({ at, ref }) => `${ref} at ${at || '/'}`),
    )
  }
  const circles = references.filter(({ ref }) => isCircle(document, ref))
  if (circles.length > 0) {
    const faults = [...new Set(circles.map(({ ref }) => ref))]
    throw listFaults(`${name} has references that lead only to each other:`, faults)
  }
}

/** True of a reference that leads to another reference, and so on until it leads to itself. */
function isCircle(document: Node, first: string): boolean {
  const seen = new Set<string>()
  let ref: unknown = first
  while (typeof ref === 'string') {
    if (seen.has(ref)) return true
    seen.add(ref)
    const target = valueAt(document, pointerIn(ref))
    ref = isObject(target) ? target.$ref : undefined
  }
  return false
}
