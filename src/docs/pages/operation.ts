import { type DocumentNode, follow, isObject, nodeAt, resolvePointer } from '../../contract/json-pointer.ts'
import type { Operation } from '../../contract/operation.ts'
import { type Html, html, raw } from '../../html.ts'
import { addressOf, bodyText, examplesOf, mediaOf, pathOfOperation, summaryOf, tagOf } from '../data/operations.ts'
import { entriesOf } from '../data/provenance.ts'
import { descriptionOf, type System } from '../data/system.ts'
import { renderPage, renderTabs } from '../layout.ts'
import { highlight, languageOf, renderCode } from '../markup/highlight.ts'
import { breakAtSlashes, firstSentence, renderMarkdown } from '../markup/markdown.ts'
import type { LinkIds } from '../markup/rule-links.ts'
import { type Call, composeCall, credentialMarks, sampleOrigin } from '../samples/call.ts'
import { type Sample, writeSamples } from '../samples/samples.ts'
import { secretOf } from '../samples/secret-of.ts'
import { assumedOf, contextOf, fieldLine, meaningOf, renderFields, type SchemaContext, typeOf } from './schemas.ts'
import { renderCredentials } from './security.ts'
import { renderTryForm } from './try-form.ts'

/** One operation: in the middle its parameters, bodies and answers with their rules, on the right samples, answers and a form to call it. */
export function operationPage(operation: Operation, system: System, linkIds: LinkIds): string {
  const { name, title: systemTitle } = system
  const context = contextOf(system, linkIds)
  const { document } = context
  const { id, method, listVerb, pointer } = operation
  const node = nodeAt(document, pointer) ?? {}
  const title = summaryOf(operation, document)
  const address = addressOf(system, operation)
  const call = composeCall(system, operation)
  const parts = html`${renderParameters(operation, context)}
${renderBodies(operation, context)}
<h2 id="answers">Answers</h2>
${[...operation.responses].map(([status, pointer]) => renderAnswer(status, pointer, context))}`
  const shown = new Set(String(parts).match(/(?<=<a class="id" [^>]*>)[^<]+/g))
  // Rules that no part of the page cites: those of the operation as a whole.
  const rest = entriesOf(system, id).flatMap((entry) => (shown.has(entry.id) ? [] : [entry.id]))
  return renderPage({
    path: pathOfOperation(name, id),
    title: `${title} – ${systemTitle}`,
    description: `${method.toUpperCase()} ${address}: ${firstSentence(descriptionOf(node)).replaceAll('`', '') || title}`,
    system,
    scripts: ['try'],
    body: html`<p class="breadcrumb"><a href="docs:${name}/">${systemTitle}</a> › ${tagOf(operation, document)}</p>
<h1>${title}</h1>
<p class="address"><span class="method ${method}">${method}</span>${listVerb && html` <span class="method list">list</span>`} <code>${breakAtSlashes(address)}</code></p>
<p class="to-side"><a href="#call">Samples, answers and a form to call it</a></p>
${linkIds([renderMarkdown(descriptionOf(node)), assumedOf(node)])}
${renderCredentials(operation, system)}
${rest.length > 0 && html`<p class="ids" id="rules">${linkIds(rest.join(' '))}</p>`}
${parts}`,
    side: html`<h2 class="side-title" id="call">Call it</h2>
${renderOwnValues(system, call)}
${renderTabs(
  'language',
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

/** Fields for the base URL and the credential of the reader's own server. `browser/parts/own-values.ts` puts them into the samples. */
function renderOwnValues({ name }: System, { credential }: Call): Html {
  const scheme = /^(Basic|Bearer) /.exec(credential?.value ?? '')?.[1]
  return html`<details class="own" data-needs-script hidden><summary>Your server and credential</summary>
<form autocomplete="off" data-system="${name}" data-scheme="${scheme}">
<label>Base URL <input name="base" type="url" placeholder="https://…" spellcheck="false"></label>
<label>${scheme === 'Basic' ? 'User and password, as user:password' : 'Token or key'} <input name="credential" type="password" autocomplete="off"></label>
<label class="check"><input name="keep" type="checkbox"> Keep them when the tab is closed</label>
<p class="quiet">The samples show them. They stay in this browser, and nothing is sent.</p>
</form></details>`
}

/** The code of a sample. The origin and the credential are separate elements, so that a script can change them. */
function renderSample({ source, language }: Sample, { credential, address, path }: Call): Html {
  const mark = (code: string, text: string, content: Html) => code.replaceAll(text, String(content))
  let code = String(highlight(source, language))
  const base = address.slice(0, -path.length)
  const origin = html`<span data-origin>${sampleOrigin}</span>`
  code = mark(code, sampleOrigin + base, html`<span data-base>${origin}${base}</span>`)
  if (credential) {
    code = mark(code, credentialMarks.header, html`<span data-credential="header">${credential.header}</span>`)
    code = mark(code, credentialMarks.value, html`<span data-credential="value">${credential.value}</span>`)
    code = mark(code, credentialMarks.secret, html`<span data-credential="secret">${secretOf(credential.value)}</span>`)
  }
  return html`<pre tabindex="0" data-language="${language}"><code>${raw(code)}</code></pre>`
}

const placeTitles = { path: 'Path', query: 'Query', header: 'Headers', cookie: 'Cookies' }

function renderParameters({ parameters }: Operation, context: SchemaContext): Html[] {
  return [...Map.groupBy(parameters, (parameter) => parameter.in)].map(([place, members]) => {
    const items = members.map(
      ({
        name,
        required,
        node,
      }) => html`<li id="${place}/${name}">${fieldLine(name, typeOf(node.schema, context), { required })}
<div class="meaning">${meaningOf(node, context)}</div></li>
`,
    )
    return html`<h2 id="${place}">${placeTitles[place]}</h2><ul class="fields">${items}</ul>\n`
  })
}

function renderBodies({ requestBody }: Operation, context: SchemaContext): Html | undefined {
  if (requestBody.size === 0) return undefined
  return html`<h2 id="body">Body</h2>
${[...requestBody].map(([mediaType, pointer]) => renderMedia(mediaType, nodeAt(context.document, pointer) ?? {}, context, 'body'))}`
}

/** A media type and its fields, which fold out. A schema that stands on the page already is a link to its place. */
function renderMedia(
  mediaType: string,
  node: DocumentNode,
  context: SchemaContext,
  place: string,
  isOpen = true,
): Html {
  const { document, shown } = context
  const text = JSON.stringify(node.schema)
  const seen = shown.get(text)
  const [example] = examplesOf(document, node)
  const fields = seen === undefined ? renderFields(node.schema, context, { example: example?.value }) : undefined
  if (fields) shown.set(text, place)
  const after = seen !== undefined && html`, <a href="#${seen}">as ${seen.replace('answer/', '')}</a>`
  return html`${fieldLine(mediaType, typeOf(node.schema, context), { after })}
${meaningOf(node, context)}
${
  fields &&
  html`<details${isOpen && html` open`}><summary>Fields</summary>${fields}</details>
`
}`
}

function renderAnswer(status: string, pointer: string, context: SchemaContext): Html {
  const { document } = context
  const node = nodeAt(document, resolvePointer(document, pointer)) ?? {}
  const headers = Object.entries(isObject(node.headers) ? node.headers : {}).flatMap(([name, header]) =>
    isObject(header) ? [{ name, node: follow(document, header) }] : [],
  )
  const headerFields = headers.map(
    (header) => html`<li>${fieldLine(header.name, typeOf(header.node.schema, context))}
<div class="meaning">${meaningOf(header.node, context)}</div></li>`,
  )
  const isOpen = status.startsWith('2')
  const media = mediaOf(document, pointer).map((one) =>
    renderMedia(one.mediaType, one.node, context, `answer/${status}`, isOpen),
  )
  return html`<section class="answer" id="answer/${status}"><h3><a href="#answer/${status}"><span class="status s${status[0]}">${status}</span></a></h3>
<div>${meaningOf(node, context)}
${
  headers.length > 0 &&
  html`<details><summary>${headers.length === 1 ? 'Header' : 'Headers'}</summary><ul class="fields">${headerFields}</ul></details>
`
}
${media}</div></section>
`
}

/** Every documented example answer. */
function renderExamples({ responses }: Operation, document: DocumentNode): Html | undefined {
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
${renderTabs('answer', parts)}`
}
