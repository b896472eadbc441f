import { isJson } from '../../client/body.ts'
import { below, type DocumentNode, follow, isObject, nodeAt, resolvePointer } from '../../contract/json-pointer.ts'
import type { Operation } from '../../contract/operation.ts'
import { acceptsIn } from '../../contract/schema/schemas.ts'
import { type Html, type HtmlContent, html, join, jsonScript } from '../../html.ts'
import { printJson } from '../../json-text.ts'
import {
  bodyText,
  type Example,
  examplesOf,
  mediaOf,
  pathOfGroup,
  pathOfOperation,
  shownPath,
  summaryOf,
  tagOf,
} from '../data/operations.ts'
import { idsBehind } from '../data/provenance.ts'
import { absoluteServers, serversOf } from '../data/servers.ts'
import { descriptionOf, type System } from '../data/system.ts'
import { renderPage, renderTabs } from '../layout.ts'
import { breakAtSlashes, firstSentence, renderInline, renderMarkdown } from '../markup/markdown.ts'
import { renderCode } from '../markup/to-markdown.ts'
import type { PageContext } from '../page.ts'
import { callOf, type PageCall } from '../samples/call.ts'
import { writeCurl } from '../samples/samples.ts'
import { contextOf, literal, type SchemaContext, typeOf } from './schema-type.ts'
import {
  assumedOf,
  fieldLine,
  marksOf,
  meaningOf,
  renderDocs,
  renderFields,
  renderIds,
  renderItem,
  shortExample,
} from './schemas.ts'
import { renderCredentials } from './security.ts'
import { renderServers } from './servers.ts'

/** One operation: in the middle its parameters, bodies and answers with their rules, on the right samples, answers and a form to call it. */
export function operationPage(operation: Operation, system: System, page: PageContext): string {
  const { name, title: systemTitle } = system
  const context = contextOf(system, page)
  const { method, listVerb, node } = operation
  const title = summaryOf(operation)
  const address = shownPath(system, operation)
  const call = callOf(system, operation)
  const tag = tagOf(operation)
  const { summary, ...item } = nodeAt(context.document, below('/paths', operation.path)) ?? {}
  const ofPath = [summary, descriptionOf(item)].filter((text) => typeof text === 'string' && text !== '').join('\n\n')
  const description = html`${renderMarkdown(descriptionOf(node), page)}${assumedOf(node, page)}${renderDocs(node.externalDocs)}${ofPath !== '' && renderMarkdown(ofPath, page)}`
  const parts = html`${renderParameters(operation, context)}
${renderBodies(operation, context)}
<h2 id="answers">Answers</h2>
${[...operation.responses].map(([status, pointer]) => renderAnswer(status, pointer, context))}
${renderCallbacks(node.callbacks, context)}`
  const [first] = page.form === 'texts' ? listAnswers(operation, context) : []
  // Rules that no part of the page cites: those of the operation as a whole.
  const rest = idsBehind(system, operation).filter((one) => !page.cited.has(one))
  const ownServers = serversOf(system, operation)
  const hasOwn = system.published && printJson(ownServers) !== printJson(serversOf(system))
  return renderPage(page, {
    title: `${title} – ${systemTitle}`,
    description: `${method.toUpperCase()} ${address}: ${firstSentence(descriptionOf(node)).replaceAll('`', '') || title}`,
    system,
    scripts: ['try'],
    text: html`<h2>Call it</h2>${renderCode(writeCurl(call), 'sh')}${first?.content}`,
    body: html`<nav class="breadcrumb" aria-label="Breadcrumb"><a href="${page.to(`${name}/`)}">${systemTitle}</a> › <a href="${page.to(pathOfGroup(system, { tag }))}">${tag}</a></nav>
<h1>${title}${marksOf(node)}</h1>
<p class="address"><span class="method ${method}">${method.toUpperCase()}</span>${listVerb && html` <span class="method list">list</span>`} <code>${breakAtSlashes(address)}</code></p>
${page.form !== 'texts' && html`<p class="to-side"><a href="#call">Samples, answers and a form to call it</a></p>`}
${description}
${renderCredentials(operation, system, page)}
${rest.length > 0 && html`<p id="rules">${renderIds(rest, page)}</p>`}
${hasOwn && renderServers(ownServers, page)}
${parts}`,
    // A text has none, and most pages are written as texts as well.
    side:
      page.form === 'texts'
        ? undefined
        : renderSide(operation, context, hasOwn ? { ...call, servers: absoluteServers(ownServers) } : call),
  })
}

/** A sample and the documented answers. `browser/try.ts` makes the other samples and a form of the data of the call. */
function renderSide(operation: Operation, context: SchemaContext, call: PageCall): Html {
  const { body } = call
  const curl = {
    id: 'curl',
    label: 'curl',
    content: html`<div class="sample">${renderCode(writeCurl(call), '')}</div>`,
  }
  const named = listBodies(operation, context)
  const bodies = named.length > 0 && html`<h2 class="side-title">Documented bodies</h2>\n${renderTabs('body', named)}`
  const examples = listAnswers(operation, context)
  const answers =
    examples.length > 0 && html`<h2 class="side-title">Documented answers</h2>\n${renderTabs('answer', examples)}`
  return html`<h2 class="side-title" id="call">Call it</h2>
${renderTabs('language', [curl])}
${body?.isReplaced && html`<p class="quiet">The example of the document breaks its own schema, so this body is made up.</p>`}
${jsonScript('call-data', { ...call, ...(body && isJson(body.mediaType) && { body: { ...body, value: undefined } }) })}
${bodies}
${answers}`
}

const placeTitles = { path: 'Path', query: 'Query', querystring: 'Query string', header: 'Headers', cookie: 'Cookies' }

function renderParameters({ parameters }: Operation, context: SchemaContext): Html[] {
  return [...Map.groupBy(parameters, (parameter) => parameter.in)].map(([place, members]) => {
    const items = context.page.fitted(members, ({ name, node }) => renderDescribed(name, node, context, place))
    return html`<h2 id="${place}">${placeTitles[place]}</h2><ul class="fields">${items}</ul>\n`
  })
}

/** A parameter or a header, which may be written in a media type. */
function renderDescribed(name: string, node: DocumentNode, context: SchemaContext, place?: string): Html {
  const [[mediaType, media] = []] = Object.entries(Object(node.content) as DocumentNode)
  const described: DocumentNode = mediaType === undefined ? node : Object(media)
  const { schema } = described
  const type = html`${typeOf(schema, context)}${mediaType !== undefined && html`, written as <code>${mediaType}</code>`}`
  const usual = place === undefined ? node.style : place === 'query' || place === 'cookie' ? 'form' : 'simple'
  const isList = ['array', 'object'].includes(Object(schema).type)
  const form = formOf({
    ...node,
    ...(node.style === usual && { style: undefined }),
    ...(!isList && { explode: undefined }),
  })
  const examples = examplesOf(context.document, described)
  const after = examples[0]?.name === 'example' ? shortExample(examples[0].value) : undefined
  const isSaid = Object(schema).description === node.description
  const ofSchema = { ...Object(schema), title: '', ...(isSaid && { description: '' }) }
  return renderItem(name, type, {
    ...(place !== undefined && { id: `${place}/${name}` }),
    required: node.required === true || place === 'path',
    node,
    after,
    meaning: html`${meaningOf({ ...node, example: undefined }, context)} ${meaningOf(ofSchema, context)}${form !== '' && html` <span class="quiet">(${form})</span>`}${
      examples.length > 0 &&
      after === undefined &&
      html` <span class="quiet">Example: ${join(examples.slice(0, 20).map(renderValue), '; ')}</span>`
    }`,
    inner: place !== undefined && renderFields(schema, context),
  })
}

/** An example on a line: its value, after its name if it has one. */
function renderValue({ name, summary, description, value, externalValue }: Example): Html {
  const at = value === undefined ? html`<code>${externalValue}</code>` : literal(value)
  return html`${name !== 'example' && `${name} `}${at}${[summary, description].map((text) => text && ` ${text}`)}`
}

/** How a parameter or a field of a form is written. */
function formOf({ style, explode, allowReserved }: DocumentNode): string {
  const words = [
    style !== undefined && `style ${style}`,
    explode !== undefined && (explode === true ? 'each value by itself' : 'values in one text'),
    allowReserved === true && 'reserved characters may stand as they are',
  ]
  return words.filter(Boolean).join(', ')
}

function renderBodies({ requestBody, node }: Operation, context: SchemaContext): Html | undefined {
  if (requestBody.size === 0) return undefined
  const body = isObject(node.requestBody) ? follow(context.document, node.requestBody) : {}
  return html`<h2 id="body">Body${body.required === true && html` <em class="required">required</em>`}</h2>
${descriptionOf(body) !== '' && html`<div class="meaning">${renderInline(descriptionOf(body), context.page)}</div>`}
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
  const schema = node.schema ?? node.itemSchema
  const text = printJson(schema)
  const seen = shown.get(text)
  const [example] = examplesOf(document, node)
  const fields = seen === undefined ? renderFields(schema, context, { example: example?.value }) : undefined
  if (fields) shown.set(text, place)
  const after = seen !== undefined && html`, <a href="#${seen}">as ${seen.replace('answer/', '')}</a>`
  const sequence = node.itemSchema !== undefined && html`a sequence of `
  return html`${fieldLine(mediaType, html`${sequence}${typeOf(schema, context)}`, { after })}
${meaningOf({ ...node, example: undefined, examples: undefined }, context)} ${meaningOf({ ...Object(schema), title: '' }, context)}
${renderEncoding({ ...Object(node.encoding), ...Object(node.prefixEncoding), ...(node.itemEncoding !== undefined && { 'each part': node.itemEncoding }) }, context)}
${
  fields &&
  html`<details${isOpen && html` open`}><summary>Fields</summary>${fields}</details>
`
}`
}

/** How the fields of a form are written. */
function renderEncoding(encoding: unknown, context: SchemaContext): HtmlContent {
  const items = Object.entries(Object(encoding) as DocumentNode).map(([name, one]) => {
    const { contentType, headers, ...form } = Object(one)
    const type = typeof contentType === 'string' && html`sent as <code>${contentType}</code> `
    return html`<li><code>${name}</code> ${type}${formOf(form)}${renderHeaders(headers, context)}</li>`
  })
  return items.length > 0 && html`<ul>${items}</ul>`
}

function renderHeaders(headers: unknown, context: SchemaContext): HtmlContent {
  const entries = Object.entries(Object(headers) as DocumentNode).filter(([, header]) => isObject(header))
  const items = context.page.fitted(entries, ([name, header]) =>
    renderDescribed(name, follow(context.document, Object(header)), context),
  )
  const title = items.length === 1 ? 'Header' : 'Headers'
  return items.length > 0 && html`<details><summary>${title}</summary><ul class="fields">${items}</ul></details>\n`
}

function renderAnswer(status: string, pointer: string, context: SchemaContext): Html {
  const { document } = context
  const node = nodeAt(document, resolvePointer(document, pointer)) ?? {}
  const isOpen = status.startsWith('2')
  const media = mediaOf(document, pointer).map((one) =>
    renderMedia(one.mediaType, one.node, context, `answer/${status}`, isOpen),
  )
  return html`<section class="answer" id="answer/${status}"><h3><a href="#answer/${status}"><span class="status s${status[0]}">${status}</span></a></h3>
<div>${meaningOf({ ...node, title: node.summary }, context)}
${renderHeaders(node.headers, context)}
${media}${renderLinks(node.links, context)}</div></section>
`
}

/** What an answer leads to: each link with its operation and the values that it passes on. */
function renderLinks(links: unknown, { document, system, page }: SchemaContext): Html | undefined {
  const items = Object.entries(Object(links) as DocumentNode).flatMap(([name, one]) => {
    if (!isObject(one)) return []
    const { operationId, operationRef, parameters, requestBody, server, ...link } = follow(document, one)
    const target = system.contract?.operations.get(String(operationId))
    const leads = target
      ? html`<a href="${page.to(pathOfOperation(system.name, target.id))}">${summaryOf(target)}</a>`
      : html`<code>${String(operationId ?? operationRef ?? '')}</code>`
    const passed = Object.entries(Object(parameters) as DocumentNode).map(
      ([parameter, value]) => html` <code>${parameter}=${String(value)}</code>`,
    )
    const body = requestBody !== undefined && html` body ${literal(requestBody)}`
    const at = isObject(server) && html` at <code>${String(server.url)}</code>`
    return html`<li><code>${name}</code> → ${leads}${passed}${body}${at} ${renderInline(descriptionOf(link), page)}</li>`
  })
  return items.length === 0 ? undefined : html`<ul class="links" aria-label="Links">${items}</ul>`
}

/** The requests that the API sends: callbacks of an operation, or webhooks. */
function renderCallbacks(callbacks: unknown, context: SchemaContext): Html | undefined {
  const items = Object.entries(Object(callbacks) as DocumentNode).flatMap(([name, one]) =>
    Object.entries(isObject(one) ? follow(context.document, one) : {}).map(
      ([address, item]) =>
        html`<h3>${name} <code>${breakAtSlashes(address)}</code></h3>${renderIncoming(item, context)}`,
    ),
  )
  return items.length === 0 ? undefined : html`<h2 id="callbacks">Callbacks</h2>${items}`
}

/** The operations of a path item that the API calls at its user's server. */
export function renderIncoming(item: unknown, context: SchemaContext): HtmlContent {
  return Object.entries(isObject(item) ? follow(context.document, item) : {}).flatMap(([method, operation]) => {
    if (!isObject(operation) || Array.isArray(operation)) return []
    const body = isObject(operation.requestBody) ? follow(context.document, operation.requestBody) : {}
    const media = Object.entries(Object(body.content) as DocumentNode).map(([mediaType, one]) =>
      renderMedia(mediaType, Object(one), context, `${method}-${mediaType}`, false),
    )
    const answers = Object.entries(Object(operation.responses) as DocumentNode).map(
      ([status, one]) =>
        html`<li><code>${status}</code> ${renderInline(descriptionOf(follow(context.document, Object(one))), context.page)}</li>`,
    )
    return (
      context.page.fit(html`<p><span class="method ${method}">${method}</span> ${String(operation.summary ?? operation.operationId ?? '')}</p>
${renderMarkdown(descriptionOf(operation), context.page)}${media}<ul>${answers}</ul>`) ?? []
    )
  })
}

/** A larger example is shown in part. */
const maxExample = 12_000

/** Every named example of the body. */
function listBodies({ requestBody }: Operation, context: SchemaContext) {
  const media = [...requestBody].map(([mediaType, at]) => ({ mediaType, node: nodeAt(context.document, at) ?? {} }))
  return listExamples(
    '',
    media.filter(({ node }) => node.example === undefined),
    context,
  )
}

/** Every documented example answer. */
function listAnswers({ responses }: Operation, context: SchemaContext) {
  return [...responses].flatMap(([status, at]) => listExamples(status, mediaOf(context.document, at), context))
}

function listExamples(label: string, media: ReturnType<typeof mediaOf>, { system, document, page }: SchemaContext) {
  return media.flatMap(({ mediaType, node }) =>
    examplesOf(document, node)
      .slice(0, page.form === 'texts' ? 1 : undefined)
      .flatMap(({ name, ...example }) => {
        const isWrong =
          system.published && example.value !== undefined && !acceptsIn(document, node.schema ?? {}, example.value)
        const content = page.fit(
          html`${isWrong && html`<p class="quiet">This example breaks the schema of the document.</p>`}${renderExample(mediaType, example)}`,
        )
        const id = [label, mediaType, name].join('-').replaceAll(/\s+/g, '-')
        return content ? [{ id, label: name === 'example' ? label : `${label} ${name}`.trim(), content }] : []
      }),
  )
}

function renderExample(mediaType: string, { summary, description, value, externalValue }: Omit<Example, 'name'>): Html {
  const text = value === undefined ? '' : bodyText(mediaType, value)
  const isCut = text.length > maxExample
  const shown = isCut ? `${text.slice(0, text.lastIndexOf('\n', maxExample))}\n…` : text
  return html`${summary && html`<p class="quiet">${summary}</p>`}${description && html`<p class="quiet">${description}</p>`}${externalValue && html`<p class="quiet">At <code>${externalValue}</code></p>`}${
    value !== undefined && renderCode(shown, /[/+]json\b|ndjson/.test(mediaType) ? 'json' : '')
  }`
}
