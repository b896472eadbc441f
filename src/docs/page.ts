import { posix } from 'node:path'

/** One file of the site. */
export interface Page {
  /** Below the site's root: `orders/rules/` for a page, `assets/style.css` for any other file; empty for the home page. */
  path: string
  render(): Content | Promise<Content>
}

export type Content = string | Uint8Array

/** A server answers a link to a folder with its `index.html`; on a disk the link must name the file. */
export type LinkForm = 'folders' | 'files'

const internal = /\b(href|src|data-root|data-opens-search|data-index)="docs:([^"#]*)(#[^"]*)?"/g

/**
 * Makes the links of a page, such as `docs:orders/rules/#ORD-001`, relative to the page.
 *
 * @param assets the folder of what pages link as `docs:assets/…`
 */
export function resolveLinks(html: string, from: string, form: LinkForm, assets = 'assets/'): string {
  return html.replace(internal, (_, attribute: string, path: string, fragment = '') => {
    if (attribute === 'data-root') return `data-root="${relative(from, path)}" data-form="${form}"`
    const target = path.replace(/^assets\//, assets)
    return `${attribute}="${target === from && fragment !== '' ? '' : hrefOf(from, target, form)}${fragment}"`
  })
}

/** The targets of the `docs:` links of a page. */
export function internalLinks(html: string): { path: string; fragment: string }[] {
  return [...html.matchAll(internal)]
    .filter(([, attribute]) => attribute !== 'data-root')
    .map(([, , path = '', fragment = '']) => ({ path, fragment: decodeURIComponent(fragment.slice(1)) }))
}

function hrefOf(from: string, target: string, form: LinkForm): string {
  const isFolder = target === '' || target.endsWith('/')
  return relative(from, target) + (isFolder && form === 'files' ? 'index.html' : '')
}

/** `./` or `../…/`, then the path of the target. Both paths are below the same root. */
function relative(from: string, target: string): string {
  const up = posix.relative(`/${from.slice(0, from.lastIndexOf('/') + 1)}`, '/')
  return `${up === '' ? './' : `${up}/`}${target}`
}

const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  md: 'text/markdown; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  yaml: 'application/yaml',
}

export function mediaTypeOf(path: string): string {
  // The folder of a page may have a name such as `parking.md`.
  return mediaTypes[path.endsWith('/') ? '' : posix.extname(path).slice(1)] ?? 'text/html; charset=utf-8'
}
