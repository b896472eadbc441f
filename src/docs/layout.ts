import { readFileSync } from 'node:fs'
import { type Html, type HtmlContent, html, raw } from '../html.ts'
import { product } from '../product.ts'
import { rootUrl } from '../workspace/root.ts'
import { policyOfPage, themeScript } from './content-policy.ts'
import { fragmentOf, operationsByTag, pathOfOperation, schemasOf, summaryOf } from './data/operations.ts'
import type { System } from './data/system.ts'
import { slugOf } from './markup/markdown.ts'

export interface Frame {
  /** Path of the page: `orders/rules/`. */
  path: string
  title: string
  /** One sentence for search engines and previews, plain text. */
  description: string
  /** Content of the page, with its one `h1`. */
  body: Html
  /** The system that the page belongs to: its pages and operations stand in the left column. */
  system?: System | undefined
  /** True if there are no guides and no other pages about the bundled systems; default: as the system is. */
  isPublished?: boolean | undefined
  /** The left column of a page without a system. */
  rail?: Html | undefined
  /** The right column. */
  side?: Html | undefined
  /** Names of scripts besides the one that every page has. */
  scripts?: readonly string[]
  /** Site path of the page's source in Markdown. */
  source?: string | undefined
}

/** The version of the package that makes the pages: `0.1.0`. */
const packageVersion: string = JSON.parse(readFileSync(new URL('package.json', rootUrl), 'utf8')).version

/** The parts of a site. Documents of somebody else have only some of them. */
const sections = [
  { target: '', name: 'Systems', isOfAll: true },
  { target: 'guides/', name: 'Guides', isOfAll: false },
  { target: 'states/', name: 'States', isOfAll: false },
  { target: 'changelog/', name: 'Changelog', isOfAll: false },
  { target: 'live/', name: 'Live', isOfAll: true },
]

/** A whole page around its content. */
export function renderPage(frame: Frame): string {
  const { path, title, description, body, system, side, scripts = [], source } = frame
  const isPublished = frame.isPublished ?? system?.published !== undefined
  const rail = system ? systemRail(system, path) : frame.rail
  return String(html`<!doctype html>
<html lang="en" data-root="docs:">
<head>
${head(path === '' ? title : `${title} – ${product}`)}
<meta name="description" content="${description}">
${source && html`<link rel="alternate" type="text/markdown" href="docs:${source}">`}
</head>
<body>
${banner(mainLinks(path, isPublished))}
<div class="shell${rail && ' has-rail'}${side && ' has-side'}">
<nav class="rail" id="rail" popover aria-label="${system?.title ?? 'Pages'}"><div class="main-links">${mainLinks(path, isPublished)}</div>${rail}</nav>
<main id="content" tabindex="-1">
${body}
</main>
${side && html`<aside class="side">${side}</aside>`}
</div>
${searchDialog}
<footer>Made by ${product} ${packageVersion}. ${isPublished ? 'Made from the document as it is published.' : raw('Made from <code>specs/</code>.')} Where the documents are silent, the pages say so: a gap is a missing fact, an assumption is what the contract takes in its place.</footer>
${['site', ...scripts].map((script) => html`<script src="docs:assets/${script}.js" defer></script>\n`)}
</body>
</html>
`)
}

function head(title: string): Html {
  return html`<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${raw(policyOfPage)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="docs:assets/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="docs:assets/style.css">
<script>${raw(themeScript)}</script>`
}

function mainLinks(path: string, isPublished: boolean): Html[] {
  return sections
    .filter(({ isOfAll }) => isOfAll || !isPublished)
    .map(({ target, name }) => link(target, name, target === '' ? isSystemPage(path) : path.startsWith(target)))
}

/** In a narrow window, the links are in the menu alone. */
function banner(links: Html[]): Html {
  return html`<a class="skip" href="#content">Skip to the content</a>
<header class="banner">
<button type="button" class="rail-button" popovertarget="rail">Menu</button>
<a class="brand" href="docs:">${product}</a>
<nav aria-label="Main">${links}</nav>
<div class="tools" data-needs-script hidden>
<button type="button" class="search-button" data-opens-search="docs:assets/search.js" data-index="docs:assets/search-index.js"><span>Search</span><kbd>/</kbd></button>
<button type="button" class="theme-button" data-switches-theme aria-label="Switch between dark and light">◐</button>
</div>
</header>`
}

const searchDialog = html`<dialog closedby="any" aria-label="Search"><div class="search">
<input role="combobox" aria-label="Search operations, parameters, schemas, rules and guides" aria-expanded="true" aria-controls="found" autocomplete="off" spellcheck="false" placeholder="Operations, parameters, schemas, rules, guides">
<p class="search-hint" role="status">The search is being loaded …</p>
<ul id="found" role="listbox" aria-label="Results"></ul>
</div></dialog>`

function link(target: string, name: HtmlContent, isCurrent: boolean): Html {
  return html`<a href="docs:${target}"${isCurrent && html` aria-current="page"`}>${name}</a>`
}

function isSystemPage(path: string): boolean {
  return !sections.some(({ target }) => target !== '' && path.startsWith(target))
}

/** With more operations, a page lists those of its own group: thousands on each page would fill a disk. */
const maxInRail = 150

/** The pages of one system, then its operations as the document groups them. */
function systemRail(system: System, path: string): Html {
  const { name, title, contract } = system
  const item = (target: string, label: HtmlContent) => html`<li>${link(target, label, target === path)}</li>\n`
  const isLarge = (contract?.operations.size ?? 0) > maxInRail
  const groups = operationsByTag(system).map(({ tag, operations }) => {
    const items = operations.map((operation) => ({ operation, target: pathOfOperation(name, operation.id) }))
    if (isLarge && !items.some(({ target }) => target === path))
      return html`<li><a class="rail-group" href="docs:${name}/#${fragmentOf(`tag/${slugOf(tag)}`)}">${tag}</a></li>\n`
    return html`<li><span class="rail-group">${tag}</span><ul>${items
      .slice(0, maxInRail)
      .map(({ operation, target }) =>
        item(
          target,
          html`<span class="method ${operation.method}">${operation.method}</span> <span>${summaryOf(operation, contract?.document ?? {})}</span>`,
        ),
      )}</ul></li>\n`
  })
  return html`<p class="rail-title">${title}</p>
<ul>${pagesOf(system).map(([target, label]) => item(target, label))}</ul>
${groups.length > 0 && html`<ul class="rail-operations">${groups}</ul>`}`
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
    [schemasOf(system).length > 0 && `${name}/schemas/`, 'Schemas'],
    [diagram && `states/${name}/`, 'States'],
    [upgrade && `${name}/upgrade/`, 'Upgrade'],
    [guide, 'Guide'],
    [clientGuide, 'Client'],
  ]
  return pages.flatMap(([path, label]) => (path ? [[path, label]] : []))
}

/** A table that scrolls by itself when it is wider than the page. The first cell of a row names the row. */
export function renderTable(label: string, head: readonly string[], rows: readonly (readonly HtmlContent[])[]): Html {
  const headCells = head.map((cell) => html`<th scope="col">${cell}</th>`)
  const bodyRows = rows.map(
    ([name, ...cells]) =>
      html`<tr><th scope="row">${name}</th>${cells.map((cell, at) => html`<td data-label="${head[at + 1]}"${isLong(cell) && html` class="long"`}>${cell}</td>`)}</tr>\n`,
  )
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${headCells}</tr></thead>
<tbody>
${bodyRows}</tbody>
</table></div>`
}

/** True for a text that takes many lines in a narrow column. */
function isLong(cell: HtmlContent): boolean {
  return String(html`${cell}`).replaceAll(/<[^>]*>/g, '').length > 60
}

/** Parts of which one is open at a time. The stylesheet puts their summaries into one row. */
export function renderTabs(kind: string, parts: readonly { id: string; label: string; content: HtmlContent }[]): Html {
  const panels = parts.map(
    ({ id, label, content }, at) =>
      html`<details name="${kind}" data-tab="${id}"${at === 0 && html` open`}><summary>${label}</summary><div id="${kind}/${id}">${content}</div></details>\n`,
  )
  return html`<div class="tabs">${panels}</div>`
}
