import type ts from 'typescript'
import type { DocumentNode } from '../../../contract/json-pointer.ts'
import { componentsOf } from '../../../contract/schema/schemas.ts'
import { printJson } from '../../../json-text.ts'
import { UserError } from '../../../user-error.ts'
import { prepareSchemas } from './prepare-schemas.ts'
import { findCircles, nameCircles } from './recursive-types.ts'

/** How types show `int64`: JSON's own `number` loses digits above 2^53. */
export type Int64 = 'number' | 'string' | 'bigint'

/** Names of members that every object inherits, for which the package takes what is inherited. It sees them with a mark. */
const inherited = new RegExp(`["/](?=(?:${Object.getOwnPropertyNames(Object.prototype).join('|')})["/])`, 'g')
const mark = 'nameOfInherited_'

/**
 * The types of a document, as openapi-typescript prints them. No other file uses that package.
 *
 * @param document each reference to a schema leads to a component
 * @throws {UserError} for a document that the package cannot read
 */
export async function printTypes(document: DocumentNode, banner: string, int64: Int64 = 'number'): Promise<string> {
  const [{ default: openapiTS, astToString }, { default: ts }] = await Promise.all([
    import('openapi-typescript'),
    import('typescript'),
  ])
  const typeNamed = (name: string) => ts.factory.createTypeReferenceNode(name)
  const prepared = prepareSchemas(document)
  const text = printJson(prepared).replaceAll(inherited, `$&${mark}`)
  const nodes = await openapiTS(text, {
    silent: true,
    // A server may leave out a member that has a default, and so may a caller.
    defaultNonNullable: false,
    // An object of which nothing is said may have any member.
    emptyObjectsUnknown: true,
    transform({ type, format }) {
      if (type === 'integer' && format === 'int64') return typeNamed(int64)
      // A `File` is a `Blob`.
      return type === 'string' && format === 'binary' ? typeNamed('Blob | Uint8Array<ArrayBuffer>') : undefined
    },
  }).catch((error: Error) => {
    throw new UserError(`openapi-typescript cannot print the types: ${error.message.split('\n')[0]}`, { cause: error })
  })
  const circles = findCircles(componentsOf(prepared)).map((name) => (name in {} ? mark + name : name))
  const named = circles.length > 0 ? nameCircles(ts, nodes as ts.Node[], circles) : nodes
  return `// ${banner}\n\n${astToString(named as ts.Node[]).replaceAll(mark, '')}`
}
