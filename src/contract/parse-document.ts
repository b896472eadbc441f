import { parse } from 'yaml'
import type { DocumentNode } from './json-pointer.ts'

const last = new Map<string, { text: string; document: DocumentNode }>()

/**
 * Parses the document of an interface. Parsing YAML is slow and one process needs the same document often, so the last document
 * of each name is kept.
 */
export function parseDocument(name: string, text: string): DocumentNode {
  const known = last.get(name)
  if (known?.text === text) return known.document
  const document = parse(text) as DocumentNode
  last.set(name, { text, document })
  return document
}
