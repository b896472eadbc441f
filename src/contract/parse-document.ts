import { parse } from 'yaml'
import type { DocumentNode } from './json-pointer.ts'

const last = new Map<string, { text: string; document: DocumentNode }>()

/**
 * Parses the document of an interface. YAML takes long, and one process asks for the same document again and again: of each name,
 * the last is kept.
 */
export function parseDocument(name: string, text: string): DocumentNode {
  const known = last.get(name)
  if (known?.text === text) return known.document
  const document = parse(text) as DocumentNode
  last.set(name, { text, document })
  return document
}
