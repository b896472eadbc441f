import type { SeededCredential } from '../../behaviour/definition.ts'
import { type ContractOperation, mediaTypesAt } from '../../contract/contract.ts'
import { type DocumentNode, nodeAt, resolvePointer } from '../../contract/json-pointer.ts'
import { type Html, html, join } from '../../html.ts'
import { shellQuote } from '../../redaction/shell-quote.ts'
import { renderTable } from '../layout.ts'
import { renderMarkdown } from '../markdown.ts'
import { idsOf } from '../provenance.ts'
import { type LinkIds, referenceFragment } from '../rule-links.ts'
import { descriptionOf, type Samples, type System } from '../site-data.ts'
import { assumedOf, meaningOf, typeOf } from './schemas.ts'

interface TagGroup {
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

function tagOf({ pointer }: ContractOperation, document: DocumentNode): string {
  return String([nodeAt(document, pointer)?.tags].flat()[0] ?? '')
}

export function summaryOf({ id, pointer }: ContractOperation, document: DocumentNode): string {
  return String(nodeAt(document, pointer)?.summary ?? id)
}

/** An operation with its parameters, bodies, answers, rules and samples. */
export function renderOperation(operation: ContractOperation, system: System, linkIds: LinkIds): Html {
  const { contract, name, samples } = system
  const document = contract?.document ?? {}
  const { id, method, path, listVerb, parameters, requestBody } = operation
  const node = nodeAt(document, operation.pointer) ?? {}
  const sample = samples[id]
  return html`<article class="operation" id="operation/${id}">
<h3><a href="#operation/${id}">${summaryOf(operation, document)}</a></h3>
<p class="address"><span class="method ${method}">${method}</span>${listVerb && html` <span class="method list">list</span>`} <code>${join(path.split('/'), html`/<wbr>`)}</code></p>
<p class="elsewhere"><a href="docs:${name}/reference/${referenceFragment(tagOf(operation, document), id)}">In the reference</a> <a href="docs:console/#${name}/${id}">In the console</a></p>
${linkIds([renderMarkdown(descriptionOf(node)), assumedOf(node)])}
${parameters.length > 0 && html`<h4>Parameters</h4>${parametersTable(operation, document, linkIds)}`}
${requestBody.size > 0 && html`<h4>Body</h4>${bodyTable(requestBody, document)}`}
<h4>Answers</h4>
${answersTable(operation, document, linkIds)}
<h4>Rules</h4>
<p class="ids">${linkIds(idsOf(system, id).join(' '))}</p>
${sample && renderSamples(sample, system)}
</article>\n`
}

function renderSamples({ curl, client }: Samples, { name, credentials }: System): Html {
  const credential = sampleCredential(name, credentials)
  const setting = credential ? `export ${credential.variable}=${shellQuote(credential.value)}   # on the mock\n` : ''
  return html`<details class="samples"><summary>Call it</summary>
<h4>curl</h4><pre tabindex="0"><code>${setting + curl}</code></pre>
<h4>Typed client</h4><pre tabindex="0"><code>${client}</code></pre></details>`
}

/**
 * The environment variable from which the samples of an interface take their credential, and its value on the mock; undefined
 * when the samples need no credential.
 */
export function sampleCredential(
  name: string,
  credentials: readonly SeededCredential[],
): { variable: string; value: string } | undefined {
  const [header] = Object.values(credentials[0]?.headers ?? {})
  const [, scheme, secret] = /^(?:(Basic|Bearer) )?(.+)$/.exec(header ?? '') ?? []
  if (secret === undefined) return undefined
  const prefix = name.replaceAll('-', '_').toUpperCase()
  return scheme === 'Basic'
    ? { variable: `${prefix}_CREDENTIALS`, value: Buffer.from(secret, 'base64').toString() }
    : { variable: `${prefix}_TOKEN`, value: secret }
}

function parametersTable({ id, parameters }: ContractOperation, document: DocumentNode, linkIds: LinkIds): Html {
  const rows = parameters.map((parameter) => [
    html`<code>${parameter.name}</code>${parameter.required && html` <em>required</em>`}`,
    parameter.in,
    typeOf(parameter.node.schema, document),
    meaningOf(parameter.node, linkIds),
  ])
  return renderTable(`Parameters of ${id}`, ['Name', 'In', 'Type', 'Meaning'], rows)
}

function bodyTable(bodies: ReadonlyMap<string, string>, document: DocumentNode): Html {
  const rows = [...bodies].map(([mediaType, pointer]) => [
    html`<code>${mediaType}</code>`,
    typeOf(nodeAt(document, pointer)?.schema, document),
  ])
  return renderTable('Body', ['Media type', 'Schema'], rows)
}

function answersTable({ id, responses }: ContractOperation, document: DocumentNode, linkIds: LinkIds): Html {
  const rows = [...responses].map(([status, pointer]) => {
    const node = nodeAt(document, resolvePointer(document, pointer)) ?? {}
    const bodies = [...mediaTypesAt(document, pointer)].map(
      ([mediaType, at]) => html`<code>${mediaType}</code> ${typeOf(nodeAt(document, at)?.schema, document)}`,
    )
    return [html`<code>${status}</code>`, meaningOf(node, linkIds), join(bodies, html`<br>`)]
  })
  return renderTable(`Answers of ${id}`, ['Status', 'Meaning', 'Body'], rows)
}
