import { escapeHtml } from './html.ts'
import type { System } from './site-data.ts'

export interface Frame {
  /** Path of the page: `orders/rules/`. */
  path: string
  /** Text. */
  title: string
  /** HTML, with its one `h1`. */
  body: string
  /** The system that the page belongs to: its pages stand in a row above the content. */
  system?: System
  /** HTML beside the content: what is on this page. */
  aside?: string
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
export function renderPage({ path, title, body, system, aside = '', scripts = [], styles = [] }: Frame): string {
  return `<!doctype html>
<html lang="en" data-root="docs:">
<head>
${head(path === '' ? title : `${title} – Contracts`, ['assets/base.css', 'assets/style.css', ...styles])}
</head>
<body>
${banner(path)}
${system ? tabs(system, path) : ''}
<div class="columns${aside === '' ? '' : ' with-aside'}">
${aside === '' ? '' : `<aside>${aside}</aside>`}
<main id="content" tabindex="-1">
${body}
</main>
</div>
<footer>Made from <code>specs/</code>. What the documents do not show is marked as a gap, what the contract assumes as an assumption.</footer>
${['assets/site.js', 'assets/search.js', ...scripts].map((script) => `<script src="docs:${script}" defer></script>`).join('\n')}
</body>
</html>
`
}

export function head(title: string, styles: readonly string[]): string {
  return `<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
${styles.map((style) => `<link rel="stylesheet" href="docs:${style}">`).join('\n')}
<script>${themeScript}</script>`
}

/** Before anything is painted. Redoc keeps its choice under this name; all pages share it. */
const themeScript = `{let m;try{m=localStorage.getItem('redoc.colorMode')}catch{}if(m!=='light'&&m!=='dark')m=matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';document.documentElement.classList.add(m);document.documentElement.classList.toggle('dark-mode',m==='dark')}`

export function banner(path: string): string {
  const links = sections.map(([target, name]) => {
    const current = target === '' ? isSystemPage(path) : path.startsWith(target)
    return `<a href="docs:${target}"${current ? ' aria-current="page"' : ''}>${name}</a>`
  })
  return `<a class="skip" href="#content">Skip to the content</a>
<header class="banner">
<a class="brand" href="docs:">Contracts</a>
<nav aria-label="Main">${links.join('')}</nav>
<div class="tools" data-needs-script hidden>
<button type="button" class="search-button" data-opens-search><span>Search</span><kbd>/</kbd></button>
<button type="button" class="theme-button" data-switches-theme aria-label="Switch between dark and light">◐</button>
</div>
</header>`
}

function isSystemPage(path: string): boolean {
  return !sections.some(([target]) => target !== '' && path.startsWith(target)) && !path.startsWith('assets/')
}

/** The pages of one system, side by side. */
export function tabs(system: System, path: string): string {
  const links = pagesOf(system).map(
    ([target, name]) => `<a href="docs:${target}"${target === path ? ' aria-current="page"' : ''}>${name}</a>`,
  )
  return `<nav class="tabs" aria-label="${escapeHtml(system.title)}"><span class="tabs-title">${escapeHtml(system.title)}</span>${links.join('')}</nav>`
}

function pagesOf({ name, contract, upgrade, hasMachine, guide, clientGuide }: System): [path: string, name: string][] {
  return [
    [`${name}/`, 'Overview'],
    ...(contract ? [[`${name}/reference/`, 'Reference'] satisfies [string, string]] : []),
    [`${name}/rules/`, 'Rules'],
    ...(hasMachine ? [[`states/${name}/`, 'States'] satisfies [string, string]] : []),
    ...(upgrade ? [[`${name}/upgrade/`, 'Upgrade'] satisfies [string, string]] : []),
    ...(guide ? [[guide, 'Guide'] satisfies [string, string]] : []),
    ...(clientGuide ? [[clientGuide, 'Client'] satisfies [string, string]] : []),
  ]
}
