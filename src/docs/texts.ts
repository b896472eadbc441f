import { escapeMarkdown } from '../html.ts'
import { pathOfOperation, shownPath, summaryOf } from './data/operations.ts'
import type { SiteData } from './data/system.ts'
import { textOf } from './page.ts'

/** The list of everything, for programs: guides, systems and operations, each with the address of its text. A document of the reader's comes first. */
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
  const ofGuides = Map.groupBy(guides, ({ path }) => headingOf(path, systems))
  const listed = (heading: string) => {
    const items = ofGuides.get(heading)?.map(({ path, title }) => item(path, title)) ?? []
    return items.length > 0 ? [`## ${heading}`, '', ...items, ''] : []
  }
  const lines = [...listed(begin), ...listed(anyDocument), ...ofSystems, ...listed(ofInterfaces)]
  return `${[`# ${escapeMarkdown(brand.title)}`, '', ...lines].join('\n').trimEnd()}\n`
}

const [begin, anyDocument, ofInterfaces] = [
  'Your own OpenAPI document',
  'Guides',
  'Guides of these interfaces',
] as const

function headingOf(path: string, systems: SiteData['systems']): string {
  if (path.startsWith('guides/your-own-')) return begin
  return systems.some(({ name }) => path.split('/').includes(name)) ? ofInterfaces : anyDocument
}
