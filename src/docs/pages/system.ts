import type { DocumentNode } from '../../contract/json-pointer.ts'
import { type Html, type HtmlContent, html, join } from '../../html.ts'
import {
  isLarge,
  namedSchemas,
  operationsByTag,
  pathOfGroup,
  pathOfOperation,
  shownPath,
  summaryOf,
  type TagGroup,
} from '../data/operations.ts'
import { baseUrlOf, serversOf } from '../data/servers.ts'
import { descriptionOf, type PublishedSystem, type SiteData, type System } from '../data/system.ts'
import { type Fact, renderFacts, renderPage } from '../layout.ts'
import { breakAtSlashes, renderInline, renderMarkdown, sectionsOf, slugOf } from '../markup/markdown.ts'
import { renderCode } from '../markup/to-markdown.ts'
import { inPages, type Page, type PageContext, renderOthers } from '../page.ts'
import { callOf } from '../samples/call.ts'
import { writeCurl } from '../samples/samples.ts'
import { sampleOrigin } from '../samples/target.ts'
import { renderIncoming } from './operation.ts'
import { pathOfSchema } from './schema-paths.ts'
import { contextOf } from './schema-type.ts'
import { renderDocs } from './schemas.ts'
import { renderSchemes, schemesOf } from './security.ts'
import { renderServers } from './servers.ts'
import { renderTasks } from './tasks.ts'

/** One system: what it is, how to call it, then lists of its operations and schemas. */
export function systemPage(system: System, site: SiteData, page: PageContext): string {
  const { title, contract, published, summary, tasks } = system
  // A system without endpoints begins with the first code of its guide.
  const guide = contract ? undefined : site.guides.find(({ path }) => path === system.guide)
  const description = descriptionOf(contract?.document.info)
  const { summary: short } = Object(contract?.document.info)
  // A notice, and the paragraph that says what the system does.
  const [paragraph = ''] = /^(>.*\n)*\n*(.+\n?)*/.exec(description) ?? []
  const opening = published || tasks.length > 0 ? paragraph : description
  const more = description.slice(opening.length)
  return renderPage(page, {
    title,
    description: summary.replaceAll('`', '') || title,
    system,
    body: html`<h1>${title}</h1>
${short !== undefined && html`<p class="lead">${String(short)}</p>`}
${guide && renderMarkdown(/^```.*?^```$/ms.exec(guide.text)?.[0] ?? '', page)}
<div class="prose">${contract ? renderMarkdown(opening, page) : html`<p>${renderInline(summary, page)}</p>`}</div>
${factsOf(system, page)}
${published && firstCall(system)}
${renderTasks(system, page)}
${more.trim() !== '' && html`<h2 id="about">About</h2>\n<div class="prose">${renderMarkdown(more, page)}</div>`}
${
  guide &&
  listOf(
    'guide',
    'In the guide',
    '',
    sectionsOf(guide.text)
      .slice(1)
      .map(({ id, title }) => link(page, `${guide.path}#${id}`, title)),
  )
}
${published && renderServers(serversOf(system), page)}
${renderSchemes(system, page)}
${contract && renderGroups(system, page)}
${contract && renderWebhooks(system, page)}
${
  contract &&
  listOf(
    'schemas',
    'Schemas',
    'names',
    page.fitted(namedSchemas(system), ([schema]) => link(page, pathOfSchema(system, schema), schema)),
  )
}
${published && renderLeftOut(published.leftOut)}`,
  })
}

function link(page: PageContext, path: string, label: HtmlContent): Html {
  return html`<a href="${page.to(path)}">${label}</a>`
}

/** A list with a heading; nothing without items. */
function listOf(id: string, heading: string, kind: string, items: readonly HtmlContent[]): HtmlContent {
  const list = items.map((item) => html`<li>${item}</li>\n`)
  return items.length > 0 && html`<h2 id="${id}">${heading}</h2>\n<ul class="${kind}">${list}</ul>`
}

/** Name of the published document below the folder of its pages. */
export function downloadOf(file: string): string {
  return `openapi${/\.json$/i.test(file) ? '.json' : '.yaml'}`
}

/** More lines tell nobody more. */
const maxLeftOut = 200

/** The parts of a published document that neither the mock nor these pages use. */
function renderLeftOut(leftOut: PublishedSystem['leftOut']): HtmlContent {
  const items = leftOut
    .slice(0, maxLeftOut)
    .map(({ pointer, reason }) => html`<code>${breakAtSlashes(pointer)}</code> ${reason}`)
  const more = leftOut.length - items.length
  return listOf('left-out', 'Left out of the mock and of these pages', '', [
    ...items,
    ...(more > 0 ? [`and ${more} more`] : []),
  ])
}

function factsOf(system: System, page: PageContext): Html {
  const { name, base, catalogue, contract, published } = system
  const { rules, gaps } = catalogue
  const download = (file: string, label: string) => html`<a href="${page.to(`${name}/${file}`)}" download>${label}</a>`
  const address = published && (baseUrlOf(system) ?? sampleOrigin + base)
  const schemes = schemesOf(system).map(
    ({ id, title }) => html`<li>${link(page, `${name}/#security/${id}`, title)}</li>`,
  )
  return renderFacts(
    [
      ...(published ? publisherFacts(contract?.document ?? {}) : []),
      ['Base URL', address && html`<code data-base>${address}</code>`],
      ['On the mock', !published && base !== '' && html`<code>${base}</code>`],
      ['Credentials', schemes.length > 0 && html`<ul class="names">${schemes}</ul>`],
      ['Operations', contract?.operations.size],
      [
        'Rules',
        rules.length > 0 &&
          link(page, `${name}/rules/`, `${rules.length} rules${gaps.length > 0 ? `, ${gaps.length} gaps` : ''}`),
      ],
      ['OpenAPI', published?.file !== undefined && download(downloadOf(published.file), 'as published')],
      [
        'OpenAPI',
        contract &&
          !published &&
          html`3.1 ${download('openapi.yaml', 'YAML')} ${download('openapi.json', 'JSON')}, 3.0 ${download('openapi-3.0.yaml', 'YAML')} ${download('openapi-3.0.json', 'JSON')}`,
      ],
    ],
    html` class="facts"${address && html` data-mount="${base}" data-base-url="${address}"`}`,
  )
}

/** Whose API it is: version, contact, licence and terms, as the document has them. */
function publisherFacts({ info, externalDocs }: DocumentNode): Fact[] {
  const { version, contact, license, termsOfService } = Object(info)
  const { name, url, email } = Object(contact)
  const { name: licence, identifier, url: licenceUrl } = Object(license)
  const outside = (address: unknown, label: unknown = address) => {
    if (label === undefined) return undefined
    const isSafe = /^(https?|mailto):/i.test(String(address))
    return isSafe ? html`<a href="${String(address)}">${String(label)}</a>` : String(label)
  }
  const reach = [outside(url, name), email !== undefined && outside(`mailto:${email}`, email)]
  return [
    ['Version', String(version ?? '')],
    ['Contact', join(reach.filter(Boolean), ', ')],
    ['Licence', outside(licenceUrl, identifier === undefined ? licence : `${licence} (${identifier})`)],
    ['Terms', termsOfService !== undefined && outside(termsOfService, 'Terms of service')],
    ['More', renderDocs(externalDocs)],
  ]
}

/** A call that needs the least: a read without parameters, if there is one. */
function firstCall(system: System): HtmlContent {
  const operations = [...(system.contract?.operations.values() ?? [])]
  const cost = ({ method, path, parameters, node, requestBody }: (typeof operations)[number]) =>
    (method === 'get' ? 0 : 4) +
    path.split('{').length +
    parameters.filter(({ required }) => required).length +
    (requestBody.size > 0 ? 3 : 0) +
    (node.deprecated === true ? 8 : 0)
  const [first] = operations.toSorted((one, other) => cost(one) - cost(other))
  return (
    first &&
    html`<h2 id="first-call">A first call</h2>\n<div class="sample">${renderCode(writeCurl(callOf(system, first)), '')}</div>`
  )
}

/** All operations by their groups; the groups alone, each with its own page, where there are many. */
function renderGroups(system: System, page: PageContext): HtmlContent {
  const all = operationsByTag(system)
  if (!isLarge(system)) return all.map((group) => renderGroup(system, group, group.operations, page))
  const items = page.fitted(all, (group) => {
    const about = html`<span class="quiet">${group.operations.length}</span>${group.node.summary !== undefined && ` ${group.node.summary}`}`
    return html`${link(page, pathOfGroup(system, group), group.tag)} ${about}`
  })
  return listOf('operations', 'Operations', 'names', items)
}

const maxInGroup = 300

/** The pages of groups; none for a system whose overview has all operations. */
export function groupPages(system: System): Page[] {
  if (!isLarge(system)) return []
  return operationsByTag(system).flatMap((group) =>
    inPages(group.operations, pathOfGroup(system, group).split('#')[0] ?? '', maxInGroup).map(
      ({ path, items }, _, all): Page => ({
        path,
        render: (page) =>
          renderPage(page, {
            title: `${group.tag} – ${system.title}`,
            description: `${items.length} operations of ${system.title}: ${group.tag}.`,
            system,
            body: html`<h1>${group.tag} <span class="quiet">${system.title}</span></h1>
${renderGroup(system, group, items, page)}
${renderOthers(all, page)}`,
          }),
      }),
    ),
  )
}

function renderGroup(system: System, group: TagGroup, operations: TagGroup['operations'], page: PageContext): Html {
  const { tag, node: about } = group
  const items = page.fitted(operations, (operation) => {
    const { id, method, node } = operation
    return html`<li>${link(page, pathOfOperation(system.name, id), summaryOf(operation))}
<span class="address"><span class="method ${method}">${method}</span> <code>${breakAtSlashes(shownPath(system, operation))}</code>${node.deprecated === true && html` <span class="badge deprecated">deprecated</span>`}</span></li>
`
  })
  const id = `tag/${slugOf(tag)}`
  const note = (member: string, before = '') =>
    about[member] !== undefined && html`<p class="quiet">${before}${String(about[member])}</p>`
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${tag}</h2>
${note('parent', 'Part of ')}${note('kind', 'Kind of group: ')}${note('summary')}${renderMarkdown(descriptionOf(about), page)}${renderDocs(about.externalDocs)}
${items.length > 0 && html`<ul class="operations">${items}</ul>`}</section>\n`
}

/** The requests that the API sends to its users. */
function renderWebhooks(system: System, page: PageContext): HtmlContent {
  const context = contextOf(system, page)
  const webhooks = Object.entries(Object(context.document.webhooks) as DocumentNode)
  return (
    webhooks.length > 0 &&
    html`<h2 id="webhooks">Webhooks</h2>\n${webhooks.map(([name, item]) => html`<h3>${name}</h3>${renderIncoming(item, context)}`)}`
  )
}
