import { ruleOrGapId } from '../../contract/rule-id.ts'
import { type Html, type HtmlContent, html, raw } from '../../html.ts'
import type { System } from '../data/system.ts'

/** Turns the IDs of rules and gaps in markup into links with their sentences as tooltips, except within links and code. */
export type LinkIds = (content: HtmlContent) => Html

const linkable = new RegExp(`(<a\\b.*?</a>|<(?:pre|code)\\b.*?</(?:pre|code)>|<[^>]*>)|${ruleOrGapId.source}`, 'gs')

export function createIdLinks(systems: readonly System[]): LinkIds {
  const owners = new Map(
    systems.flatMap(({ name, catalogue }) =>
      [...catalogue.rules, ...catalogue.gaps].map(({ id, statement }) => [id, { name, statement }]),
    ),
  )
  return (content) =>
    raw(
      String(html`${content}`).replace(linkable, (text, skipped?: string) => {
        const owner = skipped === undefined ? owners.get(text) : undefined
        if (owner === undefined) return text
        const { name, statement } = owner
        return String(
          html`<a class="id" href="docs:${name}/rules/#${text}" title="${statement.replaceAll('`', '')}">${text}</a>`,
        )
      }),
    )
}
