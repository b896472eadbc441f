/** What our extensions say, in words that a renderer shows: each node's provenance becomes the end of its description. */
export function annotate(document: unknown): unknown {
  if (Array.isArray(document)) return document.map(annotate)
  if (typeof document !== 'object' || document === null) return document
  const node = Object.fromEntries(Object.entries(document).map(([key, value]) => [key, annotate(value)]))
  const notes = provenance(node)
  if (notes === '') return node
  const description = typeof node.description === 'string' ? node.description.trimEnd() : ''
  return { ...node, description: `${description}\n\n${notes}`.trim() }
}

function provenance(node: Record<string, unknown>): string {
  const rules = list(node['x-rules'])
  const gaps = list(node['x-gaps'])
  const notes: string[] = []
  if (typeof node['x-assumption'] === 'string') notes.push(`**Assumed:** ${node['x-assumption']}`)
  if (rules.length > 0) notes.push(`**Rules:** ${rules.join(', ')}`)
  if (gaps.length > 0) notes.push(`**Not documented:** ${gaps.join(', ')}`)
  return notes.join('\n\n')
}

function list(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
