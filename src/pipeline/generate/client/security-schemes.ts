import type { SecurityScheme } from '../../../client/security.ts'
import { type DocumentNode, follow, isObject } from '../../../contract/json-pointer.ts'

/** The security schemes of a document that a client can serve, by their names. */
export function schemesOf(document: DocumentNode): Map<string, SecurityScheme> {
  const all = Object(Object(document.components).securitySchemes) as Record<string, unknown>
  return new Map(
    Object.entries(all).flatMap(([name, node]): [string, SecurityScheme][] => {
      const scheme = isObject(node) ? schemeOf(name, follow(document, node)) : undefined
      return scheme ? [[name, scheme]] : []
    }),
  )
}

function schemeOf(name: string, scheme: DocumentNode): SecurityScheme | undefined {
  const header = (prefix: string): SecurityScheme => ({ name, in: 'header', key: 'Authorization', prefix })
  if (scheme.type === 'oauth2' || scheme.type === 'openIdConnect') return header('Bearer')
  if (scheme.type === 'http') {
    const word = String(scheme.scheme)
    return header(/^basic$/i.test(word) ? 'Basic' : /^bearer$/i.test(word) ? 'Bearer' : word)
  }
  if (scheme.type !== 'apiKey') return undefined
  const place = scheme.in === 'query' || scheme.in === 'cookie' ? scheme.in : 'header'
  return { name, in: place, key: String(scheme.name) }
}

/** Addresses of token endpoints, by the name of the scheme. */
export function tokenUrlsOf(document: DocumentNode): [string, string][] {
  const all = Object(Object(document.components).securitySchemes) as Record<string, unknown>
  return Object.entries(all).flatMap(([name, node]): [string, string][] => {
    const { type, flows, openIdConnectUrl } = isObject(node) ? follow(document, node) : {}
    if (type === 'openIdConnect' && typeof openIdConnectUrl === 'string') return [[name, openIdConnectUrl]]
    const [url] = Object.values(Object(flows) as Record<string, unknown>).flatMap((flow) => Object(flow).tokenUrl ?? [])
    return typeof url === 'string' ? [[name, url]] : []
  })
}
