import { type DocumentNode, follow, isObject, nodeAt, resolvePointer } from '../contract/json-pointer.ts'
import { mediaTypesAt, type Operation } from '../contract/operation.ts'
import { printJson } from '../json-text.ts'
import {
  bodyText,
  examplesOf,
  operationsByTag,
  pathOfOperation,
  schemasOf,
  shownPath,
  summaryOf,
} from './data/operations.ts'
import { baseUrlOf } from './data/servers.ts'
import { descriptionOf, type Guide, type SiteData, type System } from './data/system.ts'
import { schemesOf } from './pages/security.ts'
import { callOf } from './samples/call.ts'
import { textOf } from './samples/code.ts'
import { writeSamples } from './samples/samples.ts'

// The pages for programs that read text: what the pages say, in Markdown, in the order of the document.

/** A name or a title in one line, without what Markdown would read as markup. */
function inline(text: unknown): string {
  return String(text ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[[\]\\<>`*_]/g, '\\$&')
    .trim()
}

/** A text of the document, indented below an item; its own headings are text. */
function prose(text: string, indent = ''): string {
  return text.trim().replaceAll(/^#+ /gm, '').replaceAll('\n', `\n${indent}`)
}

function fence(text: string, language: string): string {
  const mark = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)))
  return `${mark}${language}\n${text}\n${mark}\n`
}

/** The list of everything: systems, operations and guides, each with the address of its text. */
export function llmsIndex({ systems, guides, brand }: SiteData): string {
  const lines = systems.flatMap((system) => {
    const { name, title, summary, contract } = system
    if (!contract) return []
    const operations = [...contract.operations.values()].map(
      (operation) =>
        `- [${inline(summaryOf(operation))}](${pathOfOperation(name, operation.id).slice(0, -1)}.md): \`${operation.method.toUpperCase()} ${shownPath(system, operation)}\``,
    )
    return [
      `## ${inline(title)}\n\n- [Overview](${name}.md)${summary === '' ? '' : `: ${inline(summary)}`}\n${operations.join('\n')}\n`,
    ]
  })
  const pages = guides.map(({ path, title }) => `- [${inline(title)}](${path.slice(0, -1)}.md)`)
  return `# ${inline(brand.title)}\n\n${lines.join('\n')}${pages.length > 0 ? `\n## Guides\n\n${pages.join('\n')}\n` : ''}`
}

/** All texts in one file. A schema that has a name stands in it once. */
export function llmsFull({ systems, guides }: SiteData): string {
  const texts = systems.flatMap((system) => {
    const { contract } = system
    if (!contract) return []
    const operations = [...contract.operations.values()].map((operation) => operationText(operation, system, true))
    const schemas = schemasOf(system).map(
      ([name, schema]) =>
        `### ${inline(name)}\n\n${typeText(schema)}. ${prose(descriptionOf(schema))}\n\n${fieldLines(schema, contract.document, '')}`,
    )
    return [systemText(system), ...operations, `# Schemas of ${inline(system.title)}\n`, ...schemas]
  })
  return [...texts, ...guides.map(guideText)].join('\n')
}

export function guideText({ text }: Guide): string {
  return text
}

export function systemText(system: System): string {
  const { title, contract } = system
  const { document = {} as DocumentNode } = contract ?? {}
  const base = baseUrlOf(system) ?? system.base
  const schemes = schemesOf(system).map(
    ({ id, title, node }) => `- ${inline(id)}: ${inline(title)}. ${prose(descriptionOf(node), '  ')}`,
  )
  const groups = operationsByTag(system).map(({ tag, description, operations }) => {
    const items = operations.map(
      (operation) =>
        `- \`${operation.method.toUpperCase()} ${shownPath(system, operation)}\` ${inline(summaryOf(operation))}`,
    )
    return `## ${inline(tag)}\n\n${description === '' ? '' : `${prose(description)}\n\n`}${items.join('\n')}\n`
  })
  return `# ${inline(title)}

${prose(descriptionOf(document.info))}

Base URL: \`${base}\`
${schemes.length > 0 ? `\n## Authentication\n\n${schemes.join('\n')}\n` : ''}
${groups.join('\n')}`
}

/**
 * One operation, in the order of its page.
 *
 * @param isPart leaves out the members of schemas that have names
 */
export function operationText(operation: Operation, system: System, isPart = false): string {
  const { document = {} } = system.contract ?? {}
  const { method, node, parameters, requestBody, responses } = operation
  const [curl] = writeSamples(callOf(system, operation), system)
  const fields = (schema: unknown) =>
    isPart && Object(schema).$ref !== undefined ? '' : fieldLines(schema, document, '')
  const bodies = [...requestBody].map(([mediaType, pointer]) => {
    const { schema } = nodeAt(document, pointer) ?? {}
    return `\`${mediaType}\`: ${typeText(schema)}\n\n${fields(schema)}`
  })
  const answers = [...responses].map(([status, at]) => {
    const response = nodeAt(document, resolvePointer(document, at)) ?? {}
    const media = [...mediaTypesAt(document, at)].map(([mediaType, pointer]) => {
      const content = nodeAt(document, pointer) ?? {}
      const shown = examplesOf(document, content)
        .filter(({ value }) => value !== undefined)
        .map(({ value }) => fence(bodyText(mediaType, value), /json/.test(mediaType) ? 'json' : ''))
      return `\n\`${mediaType}\`: ${typeText(content.schema)}\n\n${fields(content.schema)}${shown.slice(0, 1).join('')}`
    })
    return `### ${status}\n\n${prose(descriptionOf(response))}\n${media.join('')}`
  })
  const described = parameters.map(
    ({ name, in: place, required, node }) =>
      `- \`${name}\` (${place}${required ? ', required' : ''}): ${typeText(node.schema)}. ${prose(descriptionOf(node), '  ')}`,
  )
  return `# ${inline(summaryOf(operation))}

\`${method.toUpperCase()} ${shownPath(system, operation)}\`${node.deprecated === true ? ' (deprecated)' : ''}

${prose(descriptionOf(node))}

${fence(textOf(curl?.code ?? ''), 'sh')}${described.length > 0 ? `\n## Parameters\n\n${described.join('\n')}\n` : ''}${
  bodies.length > 0 ? `\n## Body\n\n${bodies.join('\n')}` : ''
}
## Answers

${answers.join('\n')}`
}

/** The members of a schema, one level deep. */
function fieldLines(schema: unknown, document: DocumentNode, indent: string, depth = 0): string {
  if (!isObject(schema) || depth > 3) return ''
  const node = follow(document, schema)
  const required = Array.isArray(node.required) ? node.required : []
  const own = Object.entries(isObject(node.properties) ? node.properties : {}).map(([name, one]) => {
    const inner = isObject(one) && one.$ref === undefined ? fieldLines(one, document, `${indent}  `, depth + 1) : ''
    const words = `${typeText(one)}${required.includes(name) ? ', required' : ''}`
    return `${indent}- \`${name}\` (${words}) ${prose(descriptionOf(one), `${indent}  `)}\n${inner}`
  })
  const parts = [node.allOf, node.items].flat().map((part) => fieldLines(part, document, indent, depth + 1))
  return [...own, ...parts].join('')
}

function typeText(schema: unknown): string {
  if (!isObject(schema)) return 'anything'
  const { $ref, type, items, enum: values, format } = schema
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1)
  const choices = [schema.oneOf, schema.anyOf, schema.allOf].find(Array.isArray)
  if (choices) return choices.slice(0, 20).map(typeText).join(' | ')
  if (Array.isArray(values))
    return values
      .slice(0, 40)
      .map((one) => printJson(one))
      .join(' | ')
  if (type === 'array' || items !== undefined) return `array of ${typeText(items)}`
  return `${[type ?? 'anything'].flat().join(' | ')}${format === undefined ? '' : ` ${format}`}`
}
