import { type DocumentNode, namesIn, pointerIn } from '../../../contract/json-pointer.ts'

/** The component schemas of a document. */
export function schemasOf({ components }: DocumentNode): DocumentNode {
  return Object(Object(components).schemas)
}

/** The name in a reference to a component schema. */
export function schemaNameOf(ref: unknown): string | undefined {
  const [components, schemas, name, ...rest] = typeof ref === 'string' ? namesIn(pointerIn(ref)) : []
  return components === 'components' && schemas === 'schemas' && rest.length === 0 ? name : undefined
}

/** A reference to a component schema. */
export function refTo(name: string): string {
  const token = name.replaceAll('~', '~0').replaceAll('/', '~1')
  return `#/components/schemas/${encodeURIComponent(token)}`
}
