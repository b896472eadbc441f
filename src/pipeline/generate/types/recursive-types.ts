import type ts from 'typescript'

type Compiler = typeof ts

/**
 * Gives each schema that contains itself other than through an object a type alias. The compiler resolves a member of an interface at once,
 * and refuses one that refers to itself through unions and lists; an alias may.
 *
 * @param nodes statements, of which `components` has the schemas
 */
export function nameCircles(compiler: Compiler, nodes: readonly ts.Node[]): ts.Node[] {
  const members = schemaMembers(compiler, nodes)
  const circles = findCircles(new Map([...members].map(([name, { type }]) => [name, eagerReferences(compiler, type)])))
  if (circles.size === 0) return [...nodes]
  const taken = new Set(nodes.flatMap((node) => ('name' in node ? [textOf(compiler, node.name as ts.Node) ?? ''] : [])))
  const aliases = new Map([...circles].map((name) => [name, freeName(name, taken)]))
  const useAliases = (node: ts.Node): ts.Node => {
    const name = referenceIn(compiler, node)
    const alias = name === undefined ? undefined : aliases.get(name)
    if (alias !== undefined) return compiler.factory.createTypeReferenceNode(alias)
    return compiler.visitEachChild(node, useAliases, undefined)
  }
  const replaceMembers = (node: ts.Node): ts.Node => {
    const name = compiler.isPropertySignature(node) ? textOf(compiler, node.name) : undefined
    if (name !== undefined && members.get(name) === node && compiler.isPropertySignature(node)) {
      const alias = aliases.get(name)
      if (alias === undefined) return node
      const type = compiler.factory.createTypeReferenceNode(alias)
      return compiler.factory.updatePropertySignature(node, node.modifiers, node.name, node.questionToken, type)
    }
    return compiler.visitEachChild(node, replaceMembers, undefined)
  }
  const exported = [compiler.factory.createModifier(compiler.SyntaxKind.ExportKeyword)]
  const statements = [...aliases].map(([name, alias]) => {
    const type = useAliases((members.get(name) as SchemaMember).type) as ts.TypeNode
    return compiler.factory.createTypeAliasDeclaration(exported, alias, undefined, type)
  })
  return [...nodes.map(replaceMembers), ...statements]
}

type SchemaMember = ts.PropertySignature & { type: ts.TypeNode }

/** The members of `schemas` in the interface `components`, by their names. */
function schemaMembers(compiler: Compiler, nodes: readonly ts.Node[]): Map<string, SchemaMember> {
  const components = nodes.find((node) => compiler.isInterfaceDeclaration(node) && node.name.text === 'components')
  const schemas = (components as ts.InterfaceDeclaration | undefined)?.members.find(
    (member) => member.name && textOf(compiler, member.name) === 'schemas',
  )
  const type = schemas && compiler.isPropertySignature(schemas) ? schemas.type : undefined
  const members = type && compiler.isTypeLiteralNode(type) ? type.members : []
  return new Map(
    [...members].flatMap((member): [string, SchemaMember][] => {
      const name = member.name && textOf(compiler, member.name)
      return name !== undefined && compiler.isPropertySignature(member) && member.type
        ? [[name, member as SchemaMember]]
        : []
    }),
  )
}

/** Schemas that the compiler resolves together with a type: it resolves the members of an object later. */
function eagerReferences(compiler: Compiler, type: ts.Node): Set<string> {
  const names = new Set<string>()
  const walk = (node: ts.Node): void => {
    const name = referenceIn(compiler, node)
    if (name !== undefined) names.add(name)
    else if (!compiler.isTypeLiteralNode(node)) compiler.forEachChild(node, walk)
  }
  walk(type)
  return names
}

/** The names that a path leads back to. */
function findCircles(graph: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set<string>()
  for (const start of graph.keys()) {
    const seen = new Set<string>()
    const pending = [...(graph.get(start) ?? [])]
    for (let next = pending.pop(); next !== undefined && !seen.has(start); next = pending.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      pending.push(...(graph.get(next) ?? []))
    }
    if (seen.has(start)) found.add(start)
  }
  return found
}

/** The name in `components["schemas"]["Value"]`. */
function referenceIn(compiler: Compiler, node: ts.Node): string | undefined {
  if (!compiler.isIndexedAccessTypeNode(node) || !compiler.isIndexedAccessTypeNode(node.objectType)) return undefined
  const { objectType, indexType } = node.objectType
  const root = compiler.isTypeReferenceNode(objectType) ? textOf(compiler, objectType.typeName) : undefined
  return root === 'components' && literalOf(compiler, indexType) === 'schemas'
    ? literalOf(compiler, node.indexType)
    : undefined
}

function literalOf(compiler: Compiler, node: ts.TypeNode): string | undefined {
  return compiler.isLiteralTypeNode(node) ? textOf(compiler, node.literal) : undefined
}

function textOf(compiler: Compiler, node: ts.Node): string | undefined {
  return compiler.isIdentifier(node) || compiler.isStringLiteralLike(node) ? node.text : undefined
}

function freeName(schema: string, taken: Set<string>): string {
  let name = schema.replaceAll(/\W/g, '_').replace(/^(?=\d)/, '_')
  while (taken.has(name)) name += '_'
  taken.add(name)
  return name
}
