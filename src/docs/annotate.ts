import { isObject } from '../contract/json-pointer.ts'
import { idsIn } from './provenance.ts'

/**
 * What our extensions say, in words that a renderer shows: each node's provenance becomes the end of its description.
 *
 * @param linkOf address of a rule or gap
 */
export function annotate(document: unknown, linkOf: (id: string) => string): unknown {
  if (Array.isArray(document)) return document.map((item) => annotate(item, linkOf))
  if (!isObject(document)) return document
  const node = Object.fromEntries(Object.entries(document).map(([key, value]) => [key, annotate(value, linkOf)]))
  const notes = provenance(node, linkOf)
  if (notes === '') return node
  const description = typeof node.description === 'string' ? node.description.trimEnd() : ''
  return { ...node, description: `${description}\n\n${notes}`.trim() }
}

function provenance(node: Record<string, unknown>, linkOf: (id: string) => string): string {
  const links = (ids: readonly string[]) => ids.map((id) => `[${id}](${linkOf(id)})`).join(', ')
  const rules = idsIn(node, 'x-rules')
  const gaps = idsIn(node, 'x-gaps')
  const notes: string[] = []
  if (typeof node['x-assumption'] === 'string') notes.push(`**Assumed:** ${node['x-assumption']}`)
  if (rules.length > 0) notes.push(`**Rules:** ${links(rules)}`)
  if (gaps.length > 0) notes.push(`**Not documented:** ${links(gaps)}`)
  return notes.join('\n\n')
}
