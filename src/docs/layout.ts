import { type Html, type HtmlContent, html, raw } from '../html.ts'
import type { System } from './site-data.ts'

export interface Frame {
  /** Path of the page: `orders/rules/`. */
  path: string
  title: string
  /** Content of the page, with its one `h1`. */
  body: Html
  /** The system that the page belongs to: its pages stand in a row above the content. */
  system?: System
  /** Beside the content: a list of what is on this page. */
  aside?: Html | undefined
  /** Paths of scripts, besides those that every page has. */
  scripts?: readonly string[]
  styles?: readonly string[]
}

const sections = [
  ['', 'Systems'],
  ['guides/', 'Guides'],
  ['states/', 'States'],
  ['console/', 'Console'],
  ['changelog/', 'Changelog'],
] as const

/** A whole page around its content. */
export function renderPage({ path, title, body, system, aside, scripts = [], styles = [] }: Frame): string {
  return String(html`<!doctype html>
<html lang="en" data-root="docs:">
<head>
${head(path === '' ? title : `${title} – Contracts`, ['assets/base.css', 'assets/style.css', ...styles])}
</head>
<body>
${banner(path)}
${system && tabs(system, path)}
<div class="columns${aside && ' with-aside'}">
${aside && html`<aside>${aside}</aside>`}
<main id="content" tabindex="-1">
${body}
</main>
</div>
<footer>Made from <code>specs/</code>. Where the documents are silent, the pages say so: a gap is a missing fact, an assumption is what the contract takes in its place.</footer>
${['assets/site.js', 'assets/search.js', ...scripts].map((script) => html`<script src="docs:${script}" defer></script>\n`)}
</body>
</html>
`)
}

export function head(title: string, styles: readonly string[]): Html {
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
${styles.map((style) => html`<link rel="stylesheet" href="docs:${style}">\n`)}
<script>${raw(themeScript)}</script>`
}

/** Runs before the first paint. Redoc stores the reader's choice under this name, and all pages share it. */
export const themeScript = `{let m;try{m=localStorage.getItem('redoc.colorMode')}catch{}if(m!=='light'&&m!=='dark')m=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';document.documentElement.classList.add(m);document.documentElement.classList.toggle('dark-mode',m==='dark')}`

export function banner(path: string): Html {
  const links = sections.map(([target, name]) =>
    link(target, name, target === '' ? isSystemPage(path) : path.startsWith(target)),
  )
  return html`<a class="skip" href="#content">Skip to the content</a>
<header class="banner">
<a class="brand" href="docs:">Contracts</a>
<nav aria-label="Main">${links}</nav>
<div class="tools" data-needs-script hidden>
<button type="button" class="search-button" data-opens-search><span>Search</span><kbd>/</kbd></button>
<button type="button" class="theme-button" data-switches-theme aria-label="Switch between dark and light">◐</button>
</div>
</header>`
}

function link(target: string, name: string, isCurrent: boolean): Html {
  return html`<a href="docs:${target}"${isCurrent && html` aria-current="page"`}>${name}</a>`
}

function isSystemPage(path: string): boolean {
  return !sections.some(([target]) => target !== '' && path.startsWith(target)) && !path.startsWith('assets/')
}

/** The pages of one system, side by side. */
export function tabs(system: System, path: string): Html {
  const links = pagesOf(system).map(([target, name]) => link(target, name, target === path))
  return html`<nav class="tabs" aria-label="${system.title}"><span class="tabs-title">${system.title}</span>${links}</nav>`
}

function pagesOf({ name, contract, upgrade, hasMachine, guide, clientGuide }: System): [path: string, name: string][] {
  const pages: [path: string | false | undefined, name: string][] = [
    [`${name}/`, 'Overview'],
    [contract && `${name}/reference/`, 'Reference'],
    [`${name}/rules/`, 'Rules'],
    [hasMachine && `states/${name}/`, 'States'],
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
      html`<tr><th scope="row">${name}</th>${cells.map((cell, at) => html`<td data-label="${head[at + 1]}">${cell}</td>`)}</tr>\n`,
  )
  return html`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${headCells}</tr></thead>
<tbody>
${bodyRows}</tbody>
</table></div>`
}
