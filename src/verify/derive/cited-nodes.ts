import { below, type DocumentNode, isObject } from '../../contract/json-pointer.ts'
import { rulesOf } from '../../contract/provenance.ts'

/** Pointers of the nodes of a document that cite a rule, by rule. */
export function findCitedNodes(document: DocumentNode): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  collect(document, '')
  return found

  function collect(node: unknown, pointer: string): void {
    if (!isObject(node)) return
    for (const rule of rulesOf(node)) found.set(rule, [...(found.get(rule) ?? []), pointer])
    for (const [name, member] of Object.entries(node)) collect(member, below(pointer, name))
  }
}
