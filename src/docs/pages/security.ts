import { type DocumentNode, isObject, nodeAt } from '../../contract/json-pointer.ts'
import type { Operation } from '../../contract/operation.ts'
import { type Html, html, join } from '../../html.ts'
import type { System } from '../data/system.ts'
import { breakAtSlashes } from '../markup/markdown.ts'
import type { PageContext } from '../page.ts'
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

function titleOf({ type, scheme, name, bearerFormat }: DocumentNode): string {
  if (type === 'apiKey') return String(name)
  if (type === 'http') {
    const kind = String(scheme).toLowerCase()
    if (kind === 'basic') return 'HTTP Basic'
    return kind === 'bearer'
      ? `Bearer token${bearerFormat === undefined ? '' : ` (${bearerFormat})`}`
      : `HTTP ${scheme}`
  }
  return (
    { oauth2: 'OAuth 2.0', openIdConnect: 'OpenID Connect', mutualTLS: 'client certificate' }[String(type)] ??
    String(type)
  )
}

/** A section with all security schemes of a system, with their rules. */
export function renderSchemes(system: System, page: PageContext): Html | undefined {
  const schemes = schemesOf(system)
  if (schemes.length === 0) return undefined
  const items = schemes.flatMap(
    ({ id, title, node }) =>
      page.fit(html`<li id="security/${id}">${fieldLine(title, placeOf(node), { node })}
<div class="meaning">${meaningOf({ ...node, type: undefined }, { page, explained: new Set() })}</div>
${renderFlows(node, page)}</li>
`) ?? [],
  )
  return html`<h2 id="security">Authentication</h2>\n<ul class="fields">${items}</ul>`
}

const addresses = ['authorizationUrl', 'deviceAuthorizationUrl', 'tokenUrl', 'refreshUrl']

function renderFlows(
  { flows, openIdConnectUrl, oauth2MetadataUrl }: DocumentNode,
  page: PageContext,
): Html | undefined {
  const metadata = [openIdConnectUrl, oauth2MetadataUrl].filter((url) => typeof url === 'string')
  const items = Object.entries(isObject(flows) ? flows : {}).flatMap(([name, flow]) => {
    if (!isObject(flow)) return []
    const urls = addresses.filter((one) => typeof flow[one] === 'string')
    const scopes = Object.entries(isObject(flow.scopes) ? flow.scopes : {})
    return html`<li>${fieldLine(
      name,
      join(
        urls.map((one) => html`${one} <code>${breakAtSlashes(String(flow[one]))}</code>`),
        ', ',
      ),
    )}
<div class="meaning">${meaningOf(flow, { page, explained: new Set() })}</div>${
      scopes.length > 0 &&
      html`<ul>${scopes.map(([scope, about]) => html`<li><code>${scope}</code> ${String(about ?? '')}</li>`)}</ul>`
    }</li>
`
  })
  return html`${metadata.map((url) => html`<p><code>${breakAtSlashes(url)}</code></p>`)}${items.length > 0 && html`<ul class="fields">${items}</ul>`}`
}

function placeOf({ type, in: place }: DocumentNode): Html {
  if (type === 'mutualTLS') return html`TLS`
  return type === 'apiKey' ? html`${String(place)}` : html`header <code>Authorization</code>`
}

/** The credentials that an operation takes, and the scopes that they must have. */
export function renderCredentials({ node }: Operation, system: System, page: PageContext): Html | undefined {
  const { document = {} } = system.contract ?? {}
  const required = node.security ?? document.security
  if (!Array.isArray(required)) return undefined
  const titles = new Map(schemesOf(system).map(({ id, title }) => [id, title]))
  const options = required.filter(isObject)
  const choices = distinct(options.map((option) => Object.keys(option))).map((ids) =>
    ids.length === 0
      ? html`none`
      : join(
          ids.map((id) => html`<a href="${page.to(`${system.name}/#security/${id}`)}">${titles.get(id) ?? id}</a>`),
          ' and ',
        ),
  )
  const scopes = distinct(options.map((option) => Object.values(option).flat().map(String)))
    .filter((all) => all.length > 0)
    .map((all) =>
      join(
        all.map((scope) => html`<code>${scope}</code>`),
        ' and ',
      ),
    )
  return html`<p class="quiet">Credential: ${choices.length === 0 ? 'none' : join(choices, ' or ')}${scopes.length > 0 && html`, with ${join(scopes, ' or ')}`}</p>`
}

/** Equal lists once. */
function distinct(lists: readonly string[][]): string[][] {
  return [...new Map(lists.map((list) => [JSON.stringify(list), list])).values()]
}
