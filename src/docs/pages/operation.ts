import { type ContractOperation, type ContractParameter, mediaTypesAt } from '../../contract/contract.ts'
import { type DocumentNode, nodeAt, resolvePointer } from '../../contract/json-pointer.ts'
import { escapeHtml, renderTable } from '../html.ts'
import { renderInline, renderMarkdown } from '../markdown.ts'
import { idsOf } from '../provenance.ts'
import { type LinkIds, referenceFragment } from '../rule-links.ts'
import { sampleCredential } from '../sample-credentials.ts'
import { descriptionOf, type Samples, type System } from '../site-data.ts'
import { assumedOf, provenanceOf, typeOf } from './schemas.ts'

export interface TagGroup {
  tag: string
  operations: ContractOperation[]
}

/** Operations as the document groups them. */
export function operationsByTag({ contract }: System): TagGroup[] {
  if (!contract) return []
  const tags = (contract.document.tags ?? []) as { name: string }[]
  const all = [...contract.operations.values()]
  return tags
    .map(({ name }) => ({ tag: name, operations: all.filter((one) => tagOf(one, contract.document) === name) }))
    .filter(({ operations }) => operations.length > 0)
}

export function tagOf({ pointer }: ContractOperation, document: DocumentNode): string {
  return String([nodeAt(document, pointer)?.tags].flat()[0] ?? '')
}

export function summaryOf({ id, pointer }: ContractOperation, document: DocumentNode): string {
  return String(nodeAt(document, pointer)?.summary ?? id)
}

/** An operation with its parameters, bodies, answers, rules and samples. */
export function renderOperation(operation: ContractOperation, system: System, linkIds: LinkIds): string {
  const { contract, name, samples } = system
  const document = contract?.document ?? {}
  const { id, method, path, listVerb, parameters, requestBody } = operation
  const node = nodeAt(document, operation.pointer) ?? {}
  const sample = samples[id]
  return `<article class="operation" id="operation/${id}">
<h3><a href="#operation/${id}">${escapeHtml(summaryOf(operation, document))}</a></h3>
<p class="address"><span class="method ${method}">${method}</span>${listVerb ? ' <span class="method list">list</span>' : ''} <code>${escapeHtml(path).replaceAll('/', '/<wbr>')}</code></p>
<p class="elsewhere"><a href="docs:${name}/reference/${referenceFragment(tagOf(operation, document), id)}">In the reference</a> <a href="docs:console/#${name}/${id}">In the console</a></p>
${linkIds(renderMarkdown(descriptionOf(node)))}
${linkIds(assumedOf(node))}
${parameters.length === 0 ? '' : `<h4>Parameters</h4>${parametersTable(operation, document, linkIds)}`}
${requestBody.size === 0 ? '' : `<h4>Body</h4>${bodyTable(requestBody, document)}`}
<h4>Answers</h4>
${answersTable(operation, document, linkIds)}
<h4>Rules</h4>
<p class="ids">${linkIds(idsOf(system, id).join(' '))}</p>
${sample ? renderSamples(sample, system) : ''}
</article>`
}

function renderSamples({ curl, client }: Samples, { name, credentials }: System): string {
  const credential = sampleCredential(name, credentials)
  const setting = credential ? `export ${credential.variable}='${credential.value}'   # on the mock\n` : ''
  return `<details class="samples"><summary>Call it</summary>
<h4>curl</h4><pre tabindex="0"><code>${escapeHtml(setting + curl)}</code></pre>
<h4>Typed client</h4><pre tabindex="0"><code>${escapeHtml(client)}</code></pre></details>`
}

function parametersTable({ id, parameters }: ContractOperation, document: DocumentNode, linkIds: LinkIds): string {
  const rows = parameters.map((parameter) => [
    `<code>${escapeHtml(parameter.name)}</code>${parameter.required ? ' <em>required</em>' : ''}`,
    parameter.in,
    typeOf(parameter.node.schema, document),
    describeParameter(parameter, linkIds),
  ])
  return renderTable(`Parameters of ${id}`, ['Name', 'In', 'Type', 'Meaning'], rows)
}

function describeParameter({ node }: ContractParameter, linkIds: LinkIds): string {
  return linkIds(renderInline(descriptionOf(node)) + provenanceOf(node))
}

function bodyTable(requestBody: ReadonlyMap<string, string>, document: DocumentNode): string {
  const rows = [...requestBody].map(([mediaType, pointer]) => [
    `<code>${escapeHtml(mediaType)}</code>`,
    typeOf(nodeAt(document, pointer)?.schema, document),
  ])
  return renderTable('Body', ['Media type', 'Schema'], rows)
}

function answersTable({ id, responses }: ContractOperation, document: DocumentNode, linkIds: LinkIds): string {
  const rows = [...responses].map(([status, pointer]) => {
    const node = nodeAt(document, resolvePointer(document, pointer)) ?? {}
    const bodies = [...mediaTypesAt(document, pointer)].map(
      ([mediaType, at]) => `<code>${escapeHtml(mediaType)}</code> ${typeOf(nodeAt(document, at)?.schema, document)}`,
    )
    return [
      `<code>${status}</code>`,
      linkIds(renderInline(descriptionOf(node)) + provenanceOf(node)),
      bodies.join('<br>'),
    ]
  })
  return renderTable(`Answers of ${id}`, ['Status', 'Meaning', 'Body'], rows)
}
