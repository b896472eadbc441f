import { type DocumentNode, isObject } from '../../contract/json-pointer.ts'
import type { Operation } from '../../contract/operation.ts'
import { securitySchemesOf } from '../../contract/security.ts'
import { type Html, html, join } from '../../html.ts'
import type { System } from '../data/system.ts'
import { breakAtSlashes } from '../markup/markdown.ts'
import type { PageContext } from '../page.ts'
import { meaningOf, renderItem } from './schemas.ts'

/** The security schemes of a system, each with the name of its header or its kind: `X-Svc-Token`, `HTTP Basic`. */
export function schemesOf({ contract }: System): { id: string; title: string; node: DocumentNode }[] {
  const schemes = contract ? securitySchemesOf(contract.document) : []
  return Array.from(schemes, ([id, node]) => ({ id, title: titleOf(node), node }))
}

const kinds: Readonly<Record<string, string>> = {
  oauth2: 'OAuth 2.0',
  openIdConnect: 'OpenID Connect',
  mutualTLS: 'client certificate',
  basic: 'HTTP Basic',
  bearer: 'Bearer token',
}

function titleOf({ type, scheme, name, bearerFormat }: DocumentNode): string {
  if (type === 'apiKey') return String(name)
  const kind = kinds[String(type === 'http' ? scheme : type).replace(/^(basic|bearer)$/i, (one) => one.toLowerCase())]
  return `${kind ?? (type === 'http' ? `HTTP ${scheme}` : type)}${bearerFormat === undefined ? '' : ` (${bearerFormat})`}`
}

/** A section with all security schemes of a system, with their rules. */
export function renderSchemes(system: System, page: PageContext): Html | undefined {
  const items = page.fitted(schemesOf(system), ({ id, title, node }) =>
    renderItem(title, placeOf(node), {
      id: `security/${id}`,
      node,
      meaning: meaningOf({ ...node, type: undefined }, { page, explained: new Set() }),
      inner: renderFlows(node, page),
    }),
  )
  return items.length === 0 ? undefined : html`<h2 id="security">Authentication</h2>\n<ul class="fields">${items}</ul>`
}

function placeOf({ type, in: place }: DocumentNode): Html {
  if (type === 'mutualTLS') return html`TLS`
  return type === 'apiKey' ? html`${String(place)}` : html`header <code>Authorization</code>`
}

const addresses = ['authorizationUrl', 'deviceAuthorizationUrl', 'tokenUrl', 'refreshUrl']

function renderFlows({ flows, openIdConnectUrl, oauth2MetadataUrl }: DocumentNode, page: PageContext): Html {
  const metadata = [openIdConnectUrl, oauth2MetadataUrl].filter((url) => typeof url === 'string')
  const items = Object.entries(Object(flows) as DocumentNode).flatMap(([name, flow]) => {
    if (!isObject(flow)) return []
    const urls = addresses.filter((one) => typeof flow[one] === 'string')
    const scopes = Object.entries(Object(flow.scopes) as DocumentNode)
    return renderItem(
      name,
      join(
        urls.map((one) => html`${one} <code>${breakAtSlashes(String(flow[one]))}</code>`),
        ', ',
      ),
      {
        meaning: meaningOf(flow, { page, explained: new Set() }),
        inner:
          scopes.length > 0 &&
          html`<ul>${scopes.map(([scope, about]) => html`<li><code>${scope}</code> ${String(about ?? '')}</li>`)}</ul>`,
      },
    )
  })
  return html`${metadata.map((url) => html`<p><code>${breakAtSlashes(url)}</code></p>`)}${items.length > 0 && html`<ul class="fields">${items}</ul>`}`
}

/** The credentials that an operation takes, each with the scopes that it must have. */
export function renderCredentials({ node }: Operation, system: System, page: PageContext): Html | undefined {
  const required = node.security ?? system.contract?.document.security
  if (!Array.isArray(required)) return undefined
  const titles = new Map(schemesOf(system).map(({ id, title }) => [id, title]))
  const options = required.filter(isObject).map((option) =>
    join(
      Object.entries(option).map(([id, scopes]) => {
        const named = [scopes].flat().map((scope) => html` <code>${String(scope)}</code>`)
        return html`<a href="${page.to(`${system.name}/#security/${id}`)}">${titles.get(id) ?? id}</a>${named.length > 0 && [' with', ...named]}`
      }),
      ' and ',
    ),
  )
  const choices = [...new Map(options.map((one) => [String(one), String(one) === '' ? 'none' : one])).values()]
  return html`<p class="quiet">Credential: ${choices.length === 0 ? 'none' : join(choices, ' or ')}</p>`
}
