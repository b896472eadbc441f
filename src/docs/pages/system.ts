import { type Html, html, join } from '../../html.ts'
import { describeStates } from '../data/check-states.ts'
import {
  maxListed,
  operationsByTag,
  partsOfGroup,
  pathOfGroup,
  pathOfOperation,
  schemasOf,
  shownPath,
  summaryOf,
  type TagGroup,
} from '../data/operations.ts'
import { serversOf } from '../data/servers.ts'
import { descriptionOf, type Guide, type PublishedSystem, type SiteData, type System } from '../data/system.ts'
import { renderPage } from '../layout.ts'
import { breakAtSlashes, renderInline, renderMarkdown, sectionsOf, slugOf } from '../markup/markdown.ts'
import type { Page, PageContext } from '../page.ts'
import { renderIncoming } from './operation.ts'
import { pathOfSchema } from './schema-paths.ts'
import { contextOf } from './schema-type.ts'
import { renderDocs } from './schemas.ts'
import { renderSchemes } from './security.ts'
import { renderServers } from './servers.ts'
import { renderTasks } from './tasks.ts'

/** One system: an introduction, then lists of its operations and schemas. */
export function systemPage(system: System, site: SiteData, page: PageContext): string {
  const { title, contract, published } = system
  // A system without endpoints begins with the first code of its guide.
  const guide = contract ? undefined : site.guides.find(({ path }) => path === system.guide)
  const description = descriptionOf(contract?.document.info)
  // A notice, and the paragraph that says what the system does.
  const opening = system.tasks.length > 0 ? (/^(>.*\n)*\n*(.+\n?)*/.exec(description)?.[0] ?? '') : description
  const introduction = contract ? renderMarkdown(opening, page) : html`<p>${renderInline(system.summary, page)}</p>`
  const more = description.slice(opening.length)
  return renderPage(page, {
    title,
    description: system.summary.replaceAll('`', '') || title,
    system,
    body: html`<h1>${title}</h1>
${guide && renderMarkdown(/^```.*?^```$/ms.exec(guide.text)?.[0] ?? '', page)}
<div class="prose">${introduction}</div>
${facts(system, site, page)}
${renderTasks(system, page)}
${more !== '' && html`<h2 id="about">About</h2>\n<div class="prose">${renderMarkdown(more, page)}</div>`}
${guide && contentsOf(guide, page)}
${published && renderServers(serversOf(system), page)}
${renderSchemes(system, page)}
${contract && groups(system, page)}
${contract && renderWebhooks(system, page)}
${contract && schemas(system, page)}
${published && renderLeftOut(published.leftOut)}`,
  })
}

/** Name of the published document below the folder of its pages. */
export function downloadOf(file: string): string {
  return `openapi${/\.json$/i.test(file) ? '.json' : '.yaml'}`
}

/** More lines tell nobody more. */
const maxLeftOut = 200

/** The parts of a published document that neither the mock nor these pages use. */
function renderLeftOut(leftOut: PublishedSystem['leftOut']): Html | undefined {
  if (leftOut.length === 0) return undefined
  const items = leftOut
    .slice(0, maxLeftOut)
    .map(({ pointer, reason }) => html`<li><code>${breakAtSlashes(pointer)}</code> ${reason}</li>\n`)
  const more = leftOut.length - items.length
  return html`<h2 id="left-out">Left out</h2>
<p class="quiet">The mock and these pages do without these parts of the document.</p>
<ul>${items}${more > 0 && html`<li>and ${more} more</li>`}</ul>`
}

function contentsOf({ path, text }: Guide, page: PageContext): Html {
  const items = sectionsOf(text)
    .slice(1)
    .map(({ id, title }) => html`<li><a href="${page.to(`${path}#${id}`)}">${title}</a></li>`)
  return html`<h2 id="guide">In the guide</h2>\n<ul>${items}</ul>`
}

function fact(term: string, content: Html | string | number): Html {
  return html`<div><dt>${term}</dt><dd>${content}</dd></div>`
}

function facts(system: System, { states }: SiteData, page: PageContext): Html {
  const { name, base, catalogue, contract, published } = system
  const { rules, gaps } = catalogue
  const download = (file: string, label: string) => html`<a href="${page.to(`${name}/${file}`)}" download>${label}</a>`
  return html`<dl class="facts">${[
    published ? publisherFacts(system) : base !== '' && fact('On the mock', html`<code>${base}</code>`),
    contract && fact('Operations', contract.operations.size),
    rules.length > 0 &&
      fact('Rules', html`<a href="${page.to(`${name}/rules/`)}">${rules.length} rules, ${gaps.length} gaps</a>`),
    states.when !== undefined && fact('Last run', describeStates(rules, states)),
    published?.file !== undefined && fact('OpenAPI', download(downloadOf(published.file), 'as published')),
    contract &&
      !published &&
      fact(
        'OpenAPI',
        html`3.1 ${download('openapi.yaml', 'YAML')} ${download('openapi.json', 'JSON')}, 3.0 ${download('openapi-3.0.yaml', 'YAML')} ${download('openapi-3.0.json', 'JSON')}`,
      ),
  ]}</dl>`
}

/** Whose API it is: version, contact, licence and terms, as the document has them. */
export function publisherFacts({ contract }: System): Html[] {
  const { info, externalDocs } = contract?.document ?? {}
  const { version, contact, license, termsOfService } = Object(info) as Record<string, unknown>
  const safe = (url: unknown) => (/^(https?|mailto):/i.test(String(url)) ? String(url) : undefined)
  const link = (url: unknown, label: unknown) => {
    const address = safe(url)
    const text = String(label ?? url ?? '')
    return address === undefined ? html`${text}` : html`<a href="${address}">${text}</a>`
  }
  const { name, url, email } = Object(contact) as Record<string, unknown>
  const reach = [
    ...(name === undefined && url === undefined ? [] : [link(url, name)]),
    ...(email === undefined ? [] : [link(`mailto:${email}`, email)]),
  ]
  const { name: licence, identifier, url: licenceUrl } = Object(license) as Record<string, unknown>
  const docs = renderDocs(externalDocs)
  return [
    ...(version === undefined || version === '' ? [] : [fact('Version', String(version))]),
    ...(reach.length > 0 ? [fact('Contact', join(reach, ', '))] : []),
    ...(licence === undefined
      ? []
      : [fact('Licence', link(licenceUrl, identifier === undefined ? licence : `${licence} (${identifier})`))]),
    ...(termsOfService === undefined ? [] : [fact('Terms', link(termsOfService, 'Terms of service'))]),
    ...(docs ? [fact('More', docs)] : []),
  ]
}

/** All operations by their groups; the groups alone, each with a page of its own, where there are many. */
function groups(system: System, page: PageContext): Html {
  const all = operationsByTag(system)
  if ((system.contract?.operations.size ?? 0) <= maxListed)
    return html`${all.map((group) => renderGroup(system, group, group.operations, page))}`
  return html`<h2 id="operations">Operations</h2>\n${renderGroupList(system, page)}`
}

/** The groups of a system, with the number of their operations. */
export function renderGroupList(system: System, page: PageContext): Html {
  const items = operationsByTag(system).flatMap(({ tag, summary, operations }) => {
    const count = html`<span class="quiet">${operations.length}</span>`
    return (
      page.fit(
        html`<li><a href="${page.to(pathOfGroup(system, { tag }))}">${tag}</a> ${count}${summary !== '' && html` ${summary}`}</li>\n`,
      ) ?? []
    )
  })
  return html`<ul class="names">${items}</ul>`
}

/** The pages of groups; none for a system whose overview has all operations. */
export function groupPages(system: System): Page[] {
  if ((system.contract?.operations.size ?? 0) <= maxListed) return []
  return operationsByTag(system).flatMap((group) =>
    partsOfGroup(group).map((operations, part, parts): Page => {
      const path = pathOfGroup(system, group, part).split('#')[0] ?? ''
      const others = parts.flatMap((_, at) => (at === part ? [] : [at]))
      return {
        path,
        render: (page) =>
          renderPage(page, {
            title: `${group.tag} – ${system.title}`,
            description: `${operations.length} operations of ${system.title}: ${group.tag}.`,
            system,
            body: html`<h1>${group.tag} <span class="quiet">${system.title}</span></h1>
${renderGroup(system, group, operations, page)}
${others.length > 0 && html`<p>More of them: ${others.map((at) => html` <a href="${page.to(pathOfGroup(system, group, at))}">${at + 1}</a>`)}</p>`}`,
          }),
      }
    }),
  )
}

function renderGroup(system: System, group: TagGroup, operations: TagGroup['operations'], page: PageContext): Html {
  const { name } = system
  const { tag, summary, description, parent, externalDocs } = group
  const items = operations.flatMap((operation) => {
    const { id, method, node } = operation
    return (
      page.fit(html`<li><a href="${page.to(pathOfOperation(name, id))}">${summaryOf(operation)}</a>
<span class="address"><span class="method ${method}">${method}</span> <code>${breakAtSlashes(shownPath(system, operation))}</code>${node.deprecated === true && html` <span class="badge deprecated">deprecated</span>`}</span></li>
`) ?? []
    )
  })
  const id = `tag/${slugOf(tag)}`
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${tag}</h2>
${parent !== '' && html`<p class="quiet">Part of ${parent}</p>`}${summary !== '' && html`<p>${summary}</p>`}${renderMarkdown(description, page)}${renderDocs(externalDocs)}
<ul class="operations">${items}</ul></section>\n`
}

/** The requests that the API sends to its users. */
function renderWebhooks(system: System, page: PageContext): Html | undefined {
  const context = contextOf(system, page)
  const webhooks = Object.entries(Object(context.document.webhooks) as Record<string, unknown>)
  if (webhooks.length === 0) return undefined
  return html`<h2 id="webhooks">Webhooks</h2>\n${webhooks.map(([name, item]) => html`<h3>${name}</h3>${renderIncoming(item, context)}`)}`
}

function schemas(system: System, page: PageContext): Html | undefined {
  if (schemasOf(system).length === 0) return undefined
  const items = schemasOf(system).flatMap(
    ([schema]) => page.fit(html`<li><a href="${page.to(pathOfSchema(system, schema))}">${schema}</a></li>\n`) ?? [],
  )
  return html`<h2 id="schemas">Schemas</h2>\n<ul class="names">${items}</ul>`
}
