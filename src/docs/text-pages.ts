import { nodeAt, resolvePointer } from '../contract/json-pointer.ts'
import { product } from '../product.ts'
import { addressOf, operationsByTag, pathOfOperation, summaryOf } from './data/operations.ts'
import { entriesOf } from './data/provenance.ts'
import { descriptionOf, isOfPublished, type SiteData, type System } from './data/system.ts'
import { downloadOf } from './pages/system.ts'

/** The site for programs that read text: what there is, and where its Markdown is. */
export function llmsText(site: SiteData): string {
  const { systems, guides } = site
  if (isOfPublished(site)) {
    const items = systems.map(({ name, title, published }) => {
      const file = published?.file === undefined ? 'read.json' : downloadOf(published.file)
      return `- [${title.replaceAll(/[[\]\\]/g, '\\$&')}](${name}/index.md), OpenAPI: [document](${name}/${file})`
    })
    return `# OpenAPI documents\n\n${items.join('\n')}\n`
  }
  const lines = [
    `# ${product}: OpenAPI contracts`,
    '',
    '> OpenAPI documents, typed clients and a mock that behaves. Every documented sentence is a rule with an ID.',
    '',
    '## Systems',
    '',
    ...systems.map(({ name, title, summary, contract }) =>
      contract
        ? `- [${title}](${name}/index.md): ${summary} OpenAPI: [3.1](${name}/openapi.yaml), [3.0](${name}/openapi-3.0.yaml)`
        : `- [${title}](${name}/): ${summary}`,
    ),
    '',
    '## Guides',
    '',
    ...guides.map(({ path, title }) => `- [${title}](${path}index.md)`),
  ]
  return `${lines.join('\n')}\n`
}

/** All operations of a system in Markdown, with the rules behind each. */
export function systemMarkdown(system: System): string {
  const { name, title, contract, catalogue } = system
  const document = contract?.document ?? {}
  const operations = operationsByTag(system).flatMap(({ tag, description, operations }) => [
    `## ${tag}\n\n${description}`,
    ...operations.map((operation) => {
      const answers = [...operation.responses].map(([status, pointer]) => {
        const about = descriptionOf(nodeAt(document, resolvePointer(document, pointer)))
        return `- ${status}: ${about.replace(/\s+/g, ' ')}`
      })
      const parameters = operation.parameters.map(
        ({ name, in: place, required, node }) =>
          `- \`${name}\` (${place}${required ? ', required' : ''}): ${descriptionOf(node).replace(/\s+/g, ' ')}`,
      )
      return [
        `### ${summaryOf(operation, document)}`,
        `\`${operation.method.toUpperCase()} ${addressOf(system, operation)}\` ([\`${operation.id}\`](../${pathOfOperation(name, operation.id)}))`,
        descriptionOf(nodeAt(document, operation.pointer)),
        ...(parameters.length > 0 ? [`Parameters:\n\n${parameters.join('\n')}`] : []),
        `Answers:\n\n${answers.join('\n')}`,
        `Rules: ${entriesOf(system, operation.id)
          .map(({ id }) => id)
          .join(', ')}`,
      ].join('\n\n')
    }),
  ])
  const list = (entries: readonly { id: string; statement: string }[]) =>
    entries.map(({ id, statement }) => `- ${id}: ${statement}`).join('\n')
  return `${[
    `# ${title}`,
    descriptionOf(document.info),
    ...operations,
    `## Rules\n\n${list(catalogue.rules)}`,
    `## Gaps\n\n${list(catalogue.gaps)}`,
  ].join('\n\n')}\n`
}
