import { readFileSync } from 'node:fs'
import type { SeededCredential } from '../behaviour/definition.ts'
import { type Html, type HtmlContent, html, raw } from '../html.ts'
import { product } from '../product.ts'
import { rootUrl } from '../workspace/root.ts'
import { policyOfPage } from './content-policy.ts'
import { namedSchemas, operationsByTag, pathOfOperation, summaryOf } from './data/operations.ts'
import { type ApiServer, absoluteServers, serversOf } from './data/servers.ts'
import type { System } from './data/system.ts'
import { toMarkdown } from './markup/to-markdown.ts'
import { type PageContext, textOf } from './page.ts'

export interface Frame {
  title: string
  /** One sentence for search engines and previews, plain text. */
  description: string
  /** Content of the page, with its one `h1`. */
  body: Html
  /** The system that the page belongs to: its pages and operations stand in the left column. */
  system?: System | undefined
  /** The left column of a page without a system. */
  rail?: Html | undefined
  /** The right column. */
  side?: Html | undefined
  /** Names of scripts besides the one that every page has. */
  scripts?: readonly string[]
  /** What the text of the page has after its body. */
  text?: Html | undefined
}

/** The version of the package that makes the pages: `0.1.0`. */
const packageVersion: string = JSON.parse(readFileSync(new URL('package.json', rootUrl), 'utf8')).version

/** The parts of a site. Documents of somebody else have only some of them, and a disk has no mock whose requests could be watched. */
const sections = [
  { target: '', name: 'Systems', isOfAll: true },
  { target: 'guides/', name: 'Guides', isOfAll: false },
  { target: 'changelog/', name: 'Changelog', isOfAll: false },
  { target: 'live/', name: 'Live', isOfAll: true },
]

/** A whole page around its content. */
export function renderPage(page: PageContext, frame: Frame): string {
  const { title, description, body, system, side, scripts = [], text } = frame
  const { path, brand, root, form } = page
  if (form === 'texts') return toMarkdown(html`${body}${text}`)
  const source = page.hasText ? textOf(path) : undefined
  const rail = system ? systemRail(system, page) : frame.rail
  const links = mainLinks(page)
  // The name of the site leads home, too.
  const hasParts = links.length > 1
  const more =
    page.isCut &&
    html`<p class="notice">This page leaves out what it has no room for.${source && html` <a href="${page.to(source)}">The whole as Markdown</a>.`}</p>`
  return String(html`<!doctype html>
<html lang="en" data-root="${root}" data-form="${form}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${raw(policyOfPage)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title.endsWith(brand.title) ? title : `${title} – ${brand.title}`}</title>
<link rel="icon" href="${page.to('assets/favicon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${page.to('assets/style.css')}">
${brand.accent && html`<link rel="stylesheet" href="${page.to('assets/accent.css')}">\n`}<script src="${page.to('assets/theme.js')}"></script>
<meta name="description" content="${description.slice(0, 300)}">
${source && html`<link rel="alternate" type="text/markdown" href="${page.to(source)}">`}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>${side && html`<a class="skip" href="#side">Skip to the right column</a>`}
<header class="banner">
<button type="button" class="rail-button" popovertarget="rail">Menu</button>
<a class="brand" href="${page.to('')}">${brand.logo && html`<img src="${brand.logo}" alt="" height="28"> `}${brand.title}</a>
${hasParts && html`<nav aria-label="Main">${links}</nav>`}
</header>
<div class="shell${rail && ' has-rail'}${side && ' has-side'}">
<nav class="rail" id="rail" popover aria-label="${system?.title ?? 'Pages'}">${hasParts && html`<div class="main-links">${links}</div>`}${rail}</nav>
<main id="content" tabindex="-1">
${body}
${more}
</main>
${side && html`<aside class="side" id="side" tabindex="-1">${side}</aside>`}
</div>
<footer>Made by ${product} ${packageVersion}. ${brand.isPublished ? 'Made from the document as it is published.' : html`Made from <code>specs/</code>. Where the documents are silent, the pages say so: a gap is a missing fact, an assumption is what the contract takes in its place.`}</footer>
${[...(system?.contract ? [`system-${system.name}`] : []), ...scripts, 'site'].map((script) => html`<script src="${page.to(`assets/${script}.js`)}" defer></script>\n`)}
</body>
</html>
`)
}

function mainLinks(page: PageContext): Html[] {
  const { path, brand, form } = page
  const isOfSystem = !sections.some(({ target }) => target !== '' && path.startsWith(target))
  return sections
    .filter(({ target, isOfAll }) => (target === 'live/' ? form === 'folders' : isOfAll || !brand.isPublished))
    .map(({ target, name }) => {
      const label = brand.isPublished && target === '' ? 'Home' : name
      return link(page, target, label, target === '' ? isOfSystem : path.startsWith(target))
    })
}

function link(page: PageContext, target: string, name: HtmlContent, isCurrent: boolean): Html {
  return html`<a href="${page.to(target)}"${isCurrent && html` aria-current="page"`}>${name}</a>`
}

/** The pages of one system. `browser/parts/rail.ts` lists its operations below them. */
function systemRail(system: System, page: PageContext): Html {
  const { title, contract } = system
  const items = pagesOf(system).map(
    ([target, label]) => html`<li>${link(page, target, label, target === page.path)}</li>\n`,
  )
  return html`<p class="rail-title">${title}</p>\n<ul>${items}</ul>${
    contract && html`\n<ul class="rail-operations"></ul>`
  }`
}

/** What all pages of a system need of it, in one file: a large document has thousands of operations. */
export function systemScript(system: System): string {
  const { name, published, credentials } = system
  const groups = operationsByTag(system).flatMap(({ tag, operations }): RailGroup[] => {
    const items = operations.map((one): RailItem => [pathOfOperation(system.name, one.id), one.method, summaryOf(one)])
    return items.length > 0 ? [[tag, items]] : []
  })
  const data: SystemData = {
    name,
    isPublished: published !== undefined,
    groups,
    servers: published ? absoluteServers(serversOf(system)) : [],
    credentials: [...credentials, { role: 'nothing', headers: {} }],
  }
  return `globalThis.ruleboundSystem = ${JSON.stringify(data)}\n`
}

type RailItem = [path: string, method: string, summary: string]
type RailGroup = [tag: string, operations: RailItem[]]

export interface SystemData {
  name: string
  isPublished: boolean
  groups: RailGroup[]
  servers: ApiServer[]
  credentials: SeededCredential[]
}

/** A published document may state no rule. */
export function hasRules({ catalogue, published }: System): boolean {
  return !published || catalogue.rules.length > 0
}

function pagesOf(system: System): [path: string, name: string][] {
  const { name, upgrade, diagram, guide, clientGuide } = system
  const pages: [path: string | false | undefined, name: string][] = [
    [`${name}/`, 'Overview'],
    [hasRules(system) && `${name}/rules/`, 'Rules'],
    [namedSchemas(system).length > 0 && `${name}/schemas/`, 'Schemas'],
    [diagram && `${name}/states/`, 'States'],
    [upgrade && `${name}/upgrade/`, 'Upgrade'],
    [guide, 'Guide'],
    [clientGuide, 'Client'],
  ]
  return pages.flatMap(([path, label]) => (path ? [[path, label]] : []))
}

export type Fact = [name: string, content: HtmlContent]

/** Facts with their names. One without content is left out. */
export function renderFacts(facts: readonly Fact[], attributes?: Html): Html {
  const shown = facts.filter(([, content]) => content !== undefined && content !== false && String(content) !== '')
  return html`<dl${attributes}>${shown.map(([name, content]) => html`<div><dt>${name}</dt><dd>${content}</dd></div>`)}</dl>`
}

/** A table that scrolls by itself when it is wider than the page. The first cell of a row names the row; `wide` columns have sentences. */
export function renderTable(
  label: string,
  head: readonly string[],
  rows: readonly (readonly HtmlContent[])[],
  wide: readonly string[] = [],
): Html {
  const headCells = head.map((cell) => html`<th scope="col">${cell}</th>`)
  const bodyRows = rows.map(
    ([name, ...cells]) =>
      html`<tr><th scope="row">${name}</th>${cells.map((cell, at) => html`<td data-label="${head[at + 1]}"${wide.includes(head[at + 1] ?? '') && html` class="long"`}>${cell}</td>`)}</tr>\n`,
  )
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${headCells}</tr></thead>
<tbody>
${bodyRows}</tbody>
</table></div>`
}

/** Parts of which one is open at a time. The stylesheet puts their summaries into one row. */
export function renderTabs(kind: string, parts: readonly { id: string; label: string; content: HtmlContent }[]): Html {
  const panels = parts.map(
    ({ id, label, content }, at) =>
      html`<details name="${kind}" data-tab="${id}"${at === 0 && html` open`}><summary>${label}</summary><div id="${kind}/${id}">${content}</div></details>\n`,
  )
  return html`<div class="tabs">${panels}</div>`
}
