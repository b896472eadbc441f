import { posix } from 'node:path'
import { ruleOrGapId } from '../contract/rule-id.ts'
import { elementText, type Html, type HtmlContent, html } from '../html.ts'

/** One file of the site. */
export interface Page {
  /** Below the site's root: `orders/rules/` for a page, `assets/style.css` for any other file; empty for the home page. */
  path: string
  render(page: PageContext): Content | Promise<Content>
  /** True for a page that is also written as Markdown, at its address and `.md`. */
  hasText?: boolean
}

/** The site path of a page as Markdown. */
export function textOf(path: string): string {
  return `${path.slice(0, -1)}.md`
}

export type Content = string | Uint8Array

/** A server answers a link to a folder with its `index.html`; on a disk the link must name the file. Texts are Markdown, and link texts. */
export type LinkForm = 'folders' | 'files' | 'texts'

/** What all pages of a site share. */
export interface PageOptions {
  form: LinkForm
  /** The folder of what pages link as `assets/…`. */
  assets: string
  /** The site path and the sentence of each rule and gap, by ID. */
  entries: ReadonlyMap<string, { path: string; statement: string }>
  /** Site path by file of the repository: `docs/guides/orders.md` → `guides/orders/`. */
  guides: ReadonlyMap<string, string>
  brand: Brand
  /** The pages that are written as Markdown as well. */
  texts: ReadonlySet<string>
}

/** Items of one page of a long list. */
export interface ListPage<Item> {
  path: string
  items: Item[]
}

/**
 * The pages of a long list: at the path itself, and at numbers below it; one page at least.
 *
 * @param weigh how much of a page an item takes
 */
export function inPages<Item>(
  items: readonly Item[],
  path: string,
  max: number,
  weigh: (item: Item) => number = () => 1,
): ListPage<Item>[] {
  const pages: ListPage<Item>[] = [{ path, items: [] }]
  let taken = 0
  for (const item of items) {
    const weight = weigh(item)
    if (taken > 0 && taken + weight > max) {
      pages.push({ path: `${path}${pages.length + 1}/`, items: [] })
      taken = 0
    }
    pages.at(-1)?.items.push(item)
    taken += weight
  }
  return pages
}

/** Links to the other pages of a list. */
export function renderOthers(pages: readonly ListPage<unknown>[], page: PageContext): Html | false {
  const links = pages.map(({ path }, at) => path !== page.path && html` <a href="${page.to(path)}">${at + 1}</a>`)
  return pages.length > 1 && html`<p>More of them: ${links}</p>`
}

/** Whose pages these are. */
export interface Brand {
  title: string
  /** The picture as a `data:` address. */
  logo?: string | undefined
  /** `#0b5cad`; a line at the top of each page. */
  accent?: string | undefined
  /** True for pages of documents alone, without the bundled systems and their guides. */
  isPublished: boolean
}

/** Bytes of a page beside its frame: whatever a document says, a page stays below 300 KB. */
const maxBytes = 180_000

/** A page while it is written: its links, the entries that it cites, and the room that is left. */
export class PageContext {
  readonly path: string
  readonly form: LinkForm
  /** Rules and gaps that the page links. */
  readonly cited = new Set<string>()
  /** Site paths that the page links, with their fragments. */
  readonly links = new Set<string>()
  /** True if the page has left something out. */
  isCut = false
  readonly #options: PageOptions
  #room = maxBytes

  constructor(path: string, options: PageOptions) {
    this.path = path
    this.form = options.form
    this.#options = options
  }

  get hasText(): boolean {
    return this.#options.texts.has(this.path)
  }

  get brand(): Brand {
    return this.#options.brand
  }

  /** The address of a site path such as `orders/rules/#ORD-001`, relative to this page. */
  to(target: string): string {
    const [, path = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(target) ?? []
    this.links.add(target)
    if (this.form === 'texts') return this.#options.texts.has(path) ? relative(textOf(this.path), textOf(path)) : ''
    if (path === this.path && fragment !== '') return fragment
    const isFolder = path === '' || path.endsWith('/')
    const file = isFolder && this.form === 'files' ? 'index.html' : ''
    const own = path.startsWith('assets/') ? path.replace('assets/', this.#options.assets) : path
    return `${relative(this.path, own)}${file}${fragment}`
  }

  /** `./` or `../…/`, to the root of the site. */
  get root(): string {
    return relative(this.path, '')
  }

  /** A rule or a gap as a link with its sentence as a tooltip; its ID alone if no catalogue has it. */
  entry(id: string): Html | string {
    const entry = this.#options.entries.get(id)
    if (!entry) return id
    this.cited.add(id)
    return html`<a class="id" href="${this.to(entry.path)}" title="${entry.statement.replaceAll('`', '')}">${id}</a>`
  }

  /** A text whose IDs of rules and gaps are links. */
  linkIds(text: string): HtmlContent {
    const ids = [...text.matchAll(ruleOrGapId)]
    if (ids.length === 0) return elementText(text)
    const parts = text.split(ruleOrGapId)
    return parts.map((part, at) => [elementText(part), at < ids.length ? this.entry(ids[at]?.[0] ?? '') : ''])
  }

  /** The page of a file of the repository; undefined for a file without one. */
  pageOf(file: string): string | undefined {
    return this.#options.guides.get(file)
  }

  /** The content, or nothing when the page has no room for it. The text of a page has all of it. */
  fit(content: Html): Html | undefined {
    if (this.form === 'texts') return content
    const bytes = Buffer.byteLength(String(content))
    if (bytes > this.#room) {
      this.isCut = true
      return undefined
    }
    this.#room -= bytes
    return content
  }

  /** What the page has room for, of each item that it lists. */
  fitted<Item>(items: readonly Item[], render: (item: Item) => Html): Html[] {
    return items.flatMap((item) => this.fit(render(item)) ?? [])
  }

  /** Room that is left, in bytes. */
  get room(): number {
    return this.#room
  }
}

/** The shortest relative address: `../rules/`. Both paths are below the same root. */
function relative(from: string, target: string): string {
  const folder = (path: string) => path.split('/').slice(0, -1)
  const [here, there] = [folder(from), folder(target)]
  let shared = 0
  while (shared < here.length && here[shared] === there[shared]) shared++
  const up = '../'.repeat(here.length - shared)
  const down = target.split('/').slice(shared).join('/')
  return up === '' ? `./${down}` : up + down
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
