import type { ContractOperation } from '../../contract/contract.ts'
import { type DocumentNode, isObject, nodeAt, resolvePointer } from '../../contract/json-pointer.ts'
import { type Html, type HtmlContent, html, raw } from '../../html.ts'
import { addressOf, bodyText, examplesOf, mediaOf, pathOfOperation, summaryOf, tagOf } from '../data/operations.ts'
import { entriesOf } from '../data/provenance.ts'
import { descriptionOf, type System } from '../data/system.ts'
import { renderPage, renderTabs } from '../layout.ts'
import { highlight, languageOf, renderCode } from '../markup/highlight.ts'
import { breakAtSlashes, firstSentence, renderInline, renderMarkdown } from '../markup/markdown.ts'
import type { LinkIds } from '../markup/rule-links.ts'
import { composeCall, credentialMarks, sampleOrigin } from '../samples/call.ts'
import { type Sample, writeSamples } from '../samples/samples.ts'
import { secretOf } from '../samples/secret-of.ts'
import { assumedOf, contextOf, fieldLine, meaningOf, renderFields, type SchemaContext, typeOf } from './schemas.ts'
import { renderCredentials } from './security.ts'
import { renderTryForm } from './try-form.ts'

/** One operation: in the middle its parameters, bodies and answers with their rules, on the right samples, answers and a form to call it. */
export function operationPage(operation: ContractOperation, system: System, linkIds: LinkIds): string {
  const { name, title: systemTitle } = system
  const context = contextOf(system, linkIds)
  const { document } = context
  const { id, method, listVerb, pointer } = operation
  const node = nodeAt(document, pointer) ?? {}
  const title = summaryOf(operation, document)
  const address = addressOf(system, operation)
  const call = composeCall(system, operation)
  return renderPage({
    path: pathOfOperation(name, id),
    title: `${title} – ${systemTitle}`,
    description: `${method.toUpperCase()} ${address}: ${firstSentence(descriptionOf(node)).replaceAll('`', '') || title}`,
    system,
    scripts: ['try'],
    source: `${name}/index.md`,
    body: html`<p class="breadcrumb"><a href="docs:${name}/">${systemTitle}</a> › ${tagOf(operation, document)}</p>
<h1>${title}</h1>
<p class="address"><span class="method ${method}">${method}</span>${listVerb && html` <span class="method list">list</span>`} <code>${breakAtSlashes(address)}</code></p>
<p class="to-side"><a href="#call">Samples, answers and a form to call it</a></p>
${linkIds([renderMarkdown(descriptionOf(node)), assumedOf(node)])}
${renderCredentials(operation, system)}
${renderParameters(operation, context)}
${renderBodies(operation, context)}
<h2 id="answers">Answers</h2>
${[...operation.responses].map(([status, pointer]) => renderAnswer(status, pointer, context))}
<h2 id="rules">Rules</h2>
<ul class="rule-list">${entriesOf(system, id).map(({ id, statement }) => html`<li>${linkIds([id, ' ', renderInline(statement)])}</li>\n`)}</ul>`,
    side: html`<h2 class="side-title" id="call">Call it</h2>
${renderTabs(
  'language',
  'Language',
  writeSamples(call, system).map((sample) => ({
    id: sample.id,
    label: sample.label,
    content: renderSample(sample, call),
  })),
)}
${renderTryForm(operation, system, call)}
${renderExamples(operation, document)}`,
  })
}

/** The code of a sample. The origin and the credential are separate elements, so that a script can change them. */
function renderSample({ source, language }: Sample, { credential }: ReturnType<typeof composeCall>): Html {
  const mark = (code: string, text: string, content: Html) => code.replaceAll(text, String(content))
  let code = String(highlight(source, language))
  code = mark(code, sampleOrigin, html`<span data-origin>${sampleOrigin}</span>`)
  if (credential) {
    code = mark(code, credentialMarks.header, html`<span data-credential="header">${credential.header}</span>`)
    code = mark(code, credentialMarks.value, html`<span data-credential="value">${credential.value}</span>`)
    code = mark(code, credentialMarks.secret, html`<span data-credential="secret">${secretOf(credential.value)}</span>`)
  }
  return html`<pre tabindex="0" data-language="${language}"><code>${raw(code)}</code></pre>`
}

const placeTitles = { path: 'Path', query: 'Query', header: 'Headers', cookie: 'Cookies' }

function renderParameters({ parameters }: ContractOperation, context: SchemaContext): Html[] {
  return [...Map.groupBy(parameters, (parameter) => parameter.in)].map(([place, members]) => {
    const items = members.map(
      ({
        name,
        required,
        node,
      }) => html`<li id="${place}/${name}">${fieldLine(name, typeOf(node.schema, context), required)}
<div class="meaning">${meaningOf(node, context.linkIds)}</div></li>
`,
    )
    return html`<h2 id="${place}">${placeTitles[place]}</h2><ul class="fields">${items}</ul>\n`
  })
}

function renderBodies({ requestBody }: ContractOperation, context: SchemaContext): Html | undefined {
  if (requestBody.size === 0) return undefined
  return html`<h2 id="body">Body</h2>
${[...requestBody].map(([mediaType, pointer]) => renderMedia(mediaType, nodeAt(context.document, pointer) ?? {}, context))}`
}

function renderMedia(mediaType: string, node: DocumentNode, context: SchemaContext): Html {
  return html`${fieldLine(mediaType, typeOf(node.schema, context))}
${meaningOf(node, context.linkIds)}
${renderFields(node.schema, context)}`
}

function renderAnswer(status: string, pointer: string, context: SchemaContext): Html {
  const { document, linkIds } = context
  const node = nodeAt(document, resolvePointer(document, pointer)) ?? {}
  const headers = Object.entries(isObject(node.headers) ? node.headers : {}).flatMap(([name, header]) => {
    const target = isObject(header) && typeof header.$ref === 'string' ? nodeAt(document, header.$ref.slice(1)) : header
    return isObject(target) ? [{ name, node: target }] : []
  })
  const fold = (summary: string, content: HtmlContent) =>
    html`<details${status.startsWith('2') && html` open`}><summary>${summary}</summary>${content}</details>\n`
  const media = mediaOf(document, pointer).map((one) => {
    const fields = renderFields(one.node.schema, context)
    return html`${fieldLine(one.mediaType, typeOf(one.node.schema, context))}
${meaningOf(one.node, linkIds)}
${fields && fold('Fields', fields)}`
  })
  const headerFields = headers.map(
    (header) => html`<li>${fieldLine(header.name, typeOf(header.node.schema, context))}
<div class="meaning">${meaningOf(header.node, linkIds)}</div></li>`,
  )
  return html`<section class="answer" id="answer/${status}"><h3><a href="#answer/${status}"><span class="status s${status[0]}">${status}</span></a></h3>
<div>${meaningOf(node, linkIds)}
${headers.length > 0 && fold(headers.length === 1 ? 'Header' : 'Headers', html`<ul class="fields">${headerFields}</ul>`)}
${media}</div></section>
`
}

/** Every documented example answer. */
function renderExamples({ responses }: ContractOperation, document: DocumentNode): Html | undefined {
  const examples = [...responses].flatMap(([status, pointer]) =>
    mediaOf(document, pointer).flatMap(({ mediaType, node }) =>
      examplesOf(document, node).map((example) => ({ status, mediaType, ...example })),
    ),
  )
  if (examples.length === 0) return undefined
  const parts = examples.map(({ status, mediaType, name, summary, value }, at) => ({
    id: `${status}-${at}`,
    label: name === 'example' ? status : `${status} ${name}`,
    content: html`${summary && html`<p class="quiet">${summary}</p>`}${renderCode(bodyText(mediaType, value), languageOf(mediaType))}`,
  }))
  return html`<h2 class="side-title">Documented answers</h2>
${renderTabs('answer', 'Example', parts)}`
}
