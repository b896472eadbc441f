import type ts from 'typescript'
import { isMapping } from '../../../contract/json-pointer.ts'
import type { Components } from '../../../contract/schema/discriminator.ts'

/** What leads to what, by name. */
export type Graph = ReadonlyMap<string, Iterable<string>>

/** The names that are reached from some, and these. */
export function reachedFrom(starts: Iterable<string>, graph: Graph): Set<string> {
  const found = new Set<string>()
  const pending = [...starts]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (found.has(next)) continue
    found.add(next)
    pending.push(...(graph.get(next) ?? []))
  }
  return found
}

/** The schemas that contain themselves other than through an object. */
export function findCircles({ all, nameOf }: Components): string[] {
  const eager = (schema: unknown): string[] => {
    if (!isMapping(schema)) return []
    const { $ref, allOf, anyOf, oneOf, items, prefixItems } = schema
    const name = typeof $ref === 'string' ? nameOf($ref) : undefined
    return [...(name === undefined ? [] : [name]), ...[allOf, anyOf, oneOf, items, prefixItems].flat().flatMap(eager)]
  }
  const graph = new Map(Object.entries(all).map(([name, schema]) => [name, eager(schema)]))
  return [...graph].flatMap(([name, targets]) => (reachedFrom(targets, graph).has(name) ? [name] : []))
}

/**
 * Gives each schema of a circle a type alias. The compiler resolves a member of an interface at once, and refuses one that refers to itself
 * through unions and lists; an alias may.
 */
export function nameCircles(compiler: typeof ts, nodes: readonly ts.Node[], circles: readonly string[]): ts.Node[] {
  const { factory } = compiler
  const taken = new Set(nodes.flatMap((node) => ('name' in node ? [textOf(node.name as ts.Node)] : [])))
  const aliases = new Map(circles.map((name) => [name, freeName(name)]))
  const declared: ts.Node[] = []
  const exported = [factory.createModifier(compiler.SyntaxKind.ExportKeyword)]
  const statements = nodes.map((node) => walk(node, []))
  return [...statements, ...declared]

  function walk(node: ts.Node, above: readonly string[]): ts.Node {
    const reference = aliasAt(pathOf(node))
    if (reference) return reference
    const isMember = compiler.isPropertySignature(node)
    const place = isMember || compiler.isInterfaceDeclaration(node) ? [...above, textOf(node.name)] : above
    const own = isMember && node.type ? aliasAt(place) : undefined
    if (!own || !isMember || !node.type) return compiler.visitEachChild(node, (child) => walk(child, place), undefined)
    const type = walk(node.type, place) as ts.TypeNode
    declared.push(factory.createTypeAliasDeclaration(exported, own.typeName as ts.Identifier, undefined, type))
    return factory.updatePropertySignature(node, node.modifiers, node.name, node.questionToken, own)
  }

  function aliasAt([root, folder, name = '', ...rest]: readonly string[]): ts.TypeReferenceNode | undefined {
    const alias = root === 'components' && folder === 'schemas' && rest.length === 0 ? aliases.get(name) : undefined
    return alias === undefined ? undefined : factory.createTypeReferenceNode(alias)
  }

  /** The names in `components["schemas"]["Value"]`. */
  function pathOf(node: ts.Node): string[] {
    if (compiler.isIndexedAccessTypeNode(node)) return [...pathOf(node.objectType), textOf(node.indexType)]
    return compiler.isTypeReferenceNode(node) ? [textOf(node.typeName)] : []
  }

  function textOf(node: ts.Node): string {
    if (compiler.isLiteralTypeNode(node)) return textOf(node.literal)
    return compiler.isIdentifier(node) || compiler.isStringLiteralLike(node) ? node.text : ''
  }

  function freeName(schema: string): string {
    let name = schema.replaceAll(/\W/g, '_').replace(/^(?=\d)/, '_')
    while (taken.has(name)) name += '_'
    taken.add(name)
    return name
  }
}
