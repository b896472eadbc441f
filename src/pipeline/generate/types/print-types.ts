import type { GlobalContext, OpenAPI3 } from 'openapi-typescript'
import type ts from 'typescript'
import type { DocumentNode } from '../../../contract/json-pointer.ts'
import { componentsOf } from '../../../contract/schema/schemas.ts'
import { printJson } from '../../../json-text.ts'
import { UserError } from '../../../user-error.ts'
import { prepareSchemas } from './prepare-schemas.ts'
import { findCircles, nameCircles } from './recursive-types.ts'

/** How types show `int64`: JSON's own `number` loses digits above 2^53. */
export type Int64 = 'number' | 'string' | 'bigint'

/**
 * The types of a document, as openapi-typescript prints them. No other file uses that package.
 *
 * @param document each reference to a schema leads to a component
 * @throws {UserError} for a document that the package cannot read
 */
export async function printTypes(document: DocumentNode, banner: string, int64: Int64 = 'number'): Promise<string> {
  const [{ transformSchema, transformSchemaObject, resolveRef, astToString }, { default: ts }] = await Promise.all([
    import('openapi-typescript'),
    import('typescript'),
  ])
  const typeNamed = (name: string) => ts.factory.createTypeReferenceNode(name)
  const prepared = prepareSchemas(document)
  // Integers of more digits become numbers, as the types say.
  const source: OpenAPI3 = JSON.parse(printJson(prepared))
  const context: Partial<GlobalContext> = {
    discriminators: { objects: {}, refsHandled: [] },
    injectFooter: [],
    silent: true,
    // An object of which nothing is said may have any member.
    emptyObjectsUnknown: true,
    resolve: ($ref) => resolveRef(source, $ref, { silent: true }),
    transform(schema, options) {
      const { type, format } = schema
      if (type === 'array' && 'prefixItems' in schema)
        return tupleOf(
          ts.factory,
          { ...schema },
          (part) => transformSchemaObject(part as never, options) as ts.TypeNode,
        )
      if (type === 'integer' && format === 'int64') return typeNamed(int64)
      // A `File` is a `Blob`.
      return type === 'string' && format === 'binary' ? typeNamed('Blob | Uint8Array<ArrayBuffer>') : undefined
    },
  }
  let nodes: ts.Node[]
  try {
    // The package's own entry would lint and bundle first, which takes most of its time: the document is bundled, and read by our rules.
    nodes = transformSchema(source, context as GlobalContext)
  } catch (error) {
    const [reason] = (error as Error).message.split('\n')
    throw new UserError(`openapi-typescript cannot print the types: ${reason}`, { cause: error })
  }
  const circles = findCircles(componentsOf(prepared))
  return `// ${banner}\n\n${astToString(circles.length > 0 ? nameCircles(ts, nodes, circles) : nodes)}`
}

/** The type of a list whose first elements have their own schemas: further ones may follow, unless the schema excludes them. */
function tupleOf(
  factory: ts.NodeFactory,
  { prefixItems, items = {}, unevaluatedItems, minItems, maxItems }: DocumentNode,
  typeOf: (schema: unknown) => ts.TypeNode,
): ts.TypeNode {
  const first = (prefixItems as unknown[]).map((part, at) =>
    typeof minItems === 'number' && at >= minItems ? factory.createOptionalTypeNode(typeOf(part)) : typeOf(part),
  )
  const isClosed = items === false || unevaluatedItems === false || Number(maxItems) <= first.length
  const others = () => factory.createRestTypeNode(factory.createArrayTypeNode(typeOf(items)))
  return factory.createTupleTypeNode(isClosed ? first : [...first, others()])
}
