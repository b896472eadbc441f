import type { System } from './site-data.ts'

/** Makes links of the IDs of rules and gaps that stand in HTML, outside links and code. */
export type LinkIds = (html: string) => string

export function createIdLinks(systems: readonly System[]): LinkIds {
  const owners = new Map(
    systems.flatMap(({ name, catalogue }) => [...catalogue.rules, ...catalogue.gaps].map(({ id }) => [id, name])),
  )
  return (html) =>
    html.replace(
      /(<a\b.*?<\/a>|<(?:pre|code)\b.*?<\/(?:pre|code)>|<[^>]*>)|\b[A-Z]{3}-(?:G\d{2}|\d{3})\b/gs,
      (text, skipped?: string) => {
        const owner = skipped === undefined ? owners.get(text) : undefined
        return owner === undefined ? text : `<a class="id" href="docs:${owner}/rules/#${text}">${text}</a>`
      },
    )
}

/** Where the reference shows an operation: by its tag and its name, in Redoc's spelling. */
export function referenceFragment(tag: string, operation: string): string {
  return `#/${tag
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')}/${operation.toLowerCase()}`
}
