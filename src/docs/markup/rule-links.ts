import { ruleOrGapId } from '../../contract/rule-id.ts'
import { type Html, type HtmlContent, html, raw } from '../../html.ts'
import type { System } from '../data/system.ts'

/** Turns the IDs of rules and gaps in markup into links, except within links and code. */
export type LinkIds = (content: HtmlContent) => Html

const linkable = new RegExp(`(<a\\b.*?</a>|<(?:pre|code)\\b.*?</(?:pre|code)>|<[^>]*>)|${ruleOrGapId.source}`, 'gs')

export function createIdLinks(systems: readonly System[]): LinkIds {
  const owners = new Map(
    systems.flatMap(({ name, catalogue }) => [...catalogue.rules, ...catalogue.gaps].map(({ id }) => [id, name])),
  )
  return (content) =>
    raw(
      String(html`${content}`).replace(linkable, (text, skipped?: string) => {
        const owner = skipped === undefined ? owners.get(text) : undefined
        return owner === undefined ? text : `<a class="id" href="docs:${owner}/rules/#${text}">${text}</a>`
      }),
    )
}
