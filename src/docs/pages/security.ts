import { type DocumentNode, isObject, nodeAt } from '../../contract/json-pointer.ts'
import type { Operation } from '../../contract/operation.ts'
import { type Html, html, join } from '../../html.ts'
import type { System } from '../data/system.ts'
import { breakAtSlashes } from '../markup/markdown.ts'
import type { LinkIds } from '../markup/rule-links.ts'
import { fieldLine, meaningOf } from './schemas.ts'

export interface SecurityScheme {
  id: string
  /** The name of its header, or its kind: `X-Svc-Token`, `HTTP Basic`. */
  title: string
  node: DocumentNode
}

/** The security schemes of a system, in the order of its document. */
export function schemesOf({ contract }: System): SecurityScheme[] {
  const schemes = contract ? (nodeAt(contract.document, '/components/securitySchemes') ?? {}) : {}
  return Object.entries(schemes).flatMap(([id, node]) => (isObject(node) ? [{ id, title: titleOf(node), node }] : []))
}

function titleOf({ type, scheme, name }: DocumentNode): string {
  if (type === 'apiKey') return String(name)
  if (type === 'http') return scheme === 'basic' ? 'HTTP Basic' : 'Bearer token'
  return type === 'oauth2' ? 'OAuth 2.0' : String(type)
}

/** A section with all security schemes of a system, with their rules. */
export function renderSchemes(system: System, linkIds: LinkIds): Html | undefined {
  const schemes = schemesOf(system)
  if (schemes.length === 0) return undefined
  const items = schemes.map(
    ({ id, title, node }) => html`<li id="security/${id}">${fieldLine(title, typeOf(node))}
<div class="meaning">${meaningOf(node, { linkIds, explained: new Set() })}</div>
${renderFlows(node, linkIds)}</li>
`,
  )
  return html`<h2 id="security">Authentication</h2>\n<ul class="fields">${items}</ul>`
}

function renderFlows({ flows }: DocumentNode, linkIds: LinkIds): Html | undefined {
  if (!isObject(flows)) return undefined
  const items = Object.entries(flows).flatMap(([name, flow]) => {
    if (!isObject(flow)) return []
    const addresses = [flow.authorizationUrl, flow.tokenUrl].filter((url) => typeof url === 'string')
    return html`<li>${fieldLine(
      name,
      join(
        addresses.map((url) => html`<code>${breakAtSlashes(url)}</code>`),
        ', ',
      ),
    )}
<div class="meaning">${meaningOf(flow, { linkIds, explained: new Set() })}</div></li>
`
  })
  return html`<ul class="fields">${items}</ul>`
}

function typeOf(node: DocumentNode): Html {
  return node.type === 'apiKey' ? html`${String(node.in)}` : html`header <code>Authorization</code>`
}

/** The credentials that an operation takes, and the scopes that they must have. */
export function renderCredentials({ pointer }: Operation, system: System): Html | undefined {
  const { document = {} } = system.contract ?? {}
  const required = nodeAt(document, pointer)?.security ?? document.security
  if (!Array.isArray(required)) return undefined
  const titles = new Map(schemesOf(system).map(({ id, title }) => [id, title]))
  const options = required.filter(isObject)
  const choices = distinct(
    options.map((option) =>
      Object.keys(option).map((id) => html`<a href="docs:${system.name}/#security/${id}">${titles.get(id) ?? id}</a>`),
    ),
  ).map((choice) => (String(choice) === '' ? 'none' : choice))
  const scopes = distinct(
    options.map((option) =>
      Object.values(option)
        .flat()
        .map((scope) => html`<code>${String(scope)}</code>`),
    ),
  ).filter((scope) => String(scope) !== '')
  return html`<p class="quiet">Credential: ${choices.length === 0 ? 'none' : join(choices, ' or ')}${scopes.length > 0 && html`, with ${join(scopes, ' or ')}`}</p>`
}

/** What each option asks for, joined by "and"; equal options once. */
function distinct(options: readonly Html[][]): Html[] {
  return [...new Map(options.map((parts) => join(parts, ' and ')).map((one) => [String(one), one])).values()]
}
