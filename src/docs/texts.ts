import { escapeMarkdown } from '../html.ts'
import { pathOfOperation, shownPath, summaryOf } from './data/operations.ts'
import type { SiteData } from './data/system.ts'
import { textOf } from './page.ts'

/** The list of everything, for programs: systems, operations and guides, each with the address of its text. */
export function llmsIndex({ systems, guides, brand }: SiteData): string {
  const item = (path: string, title: string, about = '') =>
    `- [${escapeMarkdown(title)}](${textOf(path)})${about === '' ? '' : `: ${about}`}`
  const ofSystems = systems.flatMap((system) => {
    const { name, title, summary, contract } = system
    if (!contract) return []
    const operations = [...contract.operations.values()].map((operation) =>
      item(
        pathOfOperation(name, operation.id),
        summaryOf(operation),
        `\`${operation.method.toUpperCase()} ${shownPath(system, operation)}\``,
      ),
    )
    return [`## ${escapeMarkdown(title)}`, '', item(`${name}/`, 'Overview', escapeMarkdown(summary)), ...operations, '']
  })
  const ofGuides = guides.length > 0 ? ['## Guides', '', ...guides.map(({ path, title }) => item(path, title))] : []
  return `${[`# ${escapeMarkdown(brand.title)}`, '', ...ofSystems, ...ofGuides].join('\n').trimEnd()}\n`
}
