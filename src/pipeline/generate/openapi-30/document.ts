import { type DocumentNode, isMapping } from '../../../contract/json-pointer.ts'
import type { OpenApiDocument } from '../bundle.ts'
import { mapMembers, schemaTo30 } from './schema.ts'

/**
 * An OpenAPI 3.1 document as a 3.0.3 document, for tools that do not read 3.1. Examples and extensions stay; `schemaTo30` says what
 * happens to schemas.
 */
export function toOpenApi30({ openapi: _, info, components, ...rest }: OpenApiDocument): OpenApiDocument {
  const rolesOf = collectRoles(isMapping(components) ? components.securitySchemes : undefined)
  return {
    openapi: '3.0.3',
    info: convertInfo(info),
    ...(convertMembers(rest) as typeof rest),
    ...(isMapping(components) ? { components: mapMembers(components, convertSection) } : {}),
  }

  function convertMembers(node: DocumentNode): DocumentNode {
    const converted = mapMembers(node, (value, name) => {
      if (name.startsWith('x-') || name === 'example' || name === 'examples') return value
      return name === 'schema' ? schemaTo30(value) : convertNode(value)
    })
    return Array.isArray(node.security) ? { ...converted, ...rolesOf(node.security) } : converted
  }

  function convertNode(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(convertNode)
    return isMapping(node) ? convertMembers(node) : node
  }

  /** A component may be called `schema` or `example`, so the names of components are not keywords. */
  function convertSection(section: unknown, name: string): unknown {
    if (!isMapping(section) || name === 'examples') return section
    return mapMembers(section, name === 'schemas' ? schemaTo30 : convertNode)
  }
}

/** OpenAPI 3.0 has no summary of a document: the summary becomes the first paragraph of the description. */
function convertInfo({ summary, ...info }: OpenApiDocument['info'] & DocumentNode): OpenApiDocument['info'] {
  if (summary === undefined) return info
  const description = [summary, info.description].filter((text) => text !== undefined).join('\n\n')
  return { ...info, ...{ description } }
}

type Requirement = Readonly<Record<string, readonly string[]>>

/** In 3.0 only OAuth and OpenID Connect schemes have scopes. The roles of others move to the extension `x-security-roles`. */
function collectRoles(schemes: unknown) {
  const hasScopes = (scheme: string) => {
    const { type } = Object(Object(schemes)[scheme])
    return type === 'oauth2' || type === 'openIdConnect'
  }
  return (requirements: readonly Requirement[]): DocumentNode => {
    const roles = requirements
      .flatMap((requirement) => Object.entries(requirement))
      .filter(([scheme, names]) => !hasScopes(scheme) && names.length > 0)
    if (roles.length === 0) return {}
    const security = requirements.map((requirement) =>
      mapMembers(requirement, (names, scheme) => (hasScopes(scheme) ? names : [])),
    )
    return { security, 'x-security-roles': Object.fromEntries(roles) }
  }
}
