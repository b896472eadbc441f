import { isOnTheWire, type Rule } from '../../contract/contract.ts'
import { namesIn } from '../../contract/json-pointer.ts'
import { type Html, type HtmlContent, html, join } from '../../html.ts'
import { product } from '../../product.ts'
import type { LearnedAnswer } from '../../verify/learn/learn.ts'
import type { AnswersFile } from '../../verify/learn/read-answers.ts'
import { type CheckState, type CheckStates, noResults } from '../data/check-states.ts'
import { fragmentOf, pathOfOperation, summaryOf } from '../data/operations.ts'
import { type Assumption, findAssumptions } from '../data/provenance.ts'
import type { Catalogue, Gap, SiteData, System } from '../data/system.ts'
import { renderPage } from '../layout.ts'
import { renderInline } from '../markup/markdown.ts'
import type { Page, PageContext } from '../page.ts'

/** Rules on one page: a large document states thousands. */
const maxRules = 250

/** Site path of a rule or a gap, by ID. */
export function pathsOfEntries(system: System): Map<string, string> {
  const { name, catalogue } = system
  const rules = inParts(catalogue.rules).flatMap((part, at) =>
    part.map(({ id }) => [id, `${pageOfRules(name, at)}#${fragmentOf(id)}`] as const),
  )
  return new Map([...rules, ...catalogue.gaps.map(({ id }) => [id, `${pageOfRules(name, 0)}#${id}`] as const)])
}

function pageOfRules(name: string, part: number): string {
  return `${name}/rules/${part === 0 ? '' : `${part + 1}/`}`
}

function inParts(rules: Catalogue['rules']): Catalogue['rules'][] {
  const count = Math.max(1, Math.ceil(rules.length / maxRules))
  return Array.from({ length: count }, (_, at) => rules.slice(at * maxRules, (at + 1) * maxRules))
}

/** The pages with the catalogue of one system. */
export function rulesPages(
  system: System,
  site: SiteData,
  linkOf: (cited: Rule['source']) => string | undefined,
): Page[] {
  return inParts(system.catalogue.rules).map((rules, part, parts) => ({
    path: pageOfRules(system.name, part),
    render: (page) => rulesPage(system, rules, { part, parts: parts.length }, site, page, linkOf),
  }))
}

/** Rules by operation; on the first page also the gaps, and the assumptions of the contract. Each entry has an address. */
function rulesPage(
  system: System,
  shown: Catalogue['rules'],
  { part, parts }: { part: number; parts: number },
  { states, sources, seen }: SiteData,
  page: PageContext,
  linkOf: (cited: Rule['source']) => string | undefined,
): string {
  const cite = (cited: Rule['source']) => {
    const link = linkOf(cited)
    return sourceOf(cited, sources.get(cited.document)?.title, link && page.to(link))
  }
  const { name, title, catalogue, contract } = system
  const { rules } = catalogue
  const gaps = part === 0 ? catalogue.gaps : []
  const assumptions = contract && part === 0 ? findAssumptions(contract) : []
  const others = Array.from({ length: parts }, (_, at) => at).filter((at) => at !== part)
  return renderPage(page, {
    title: `Rules of ${title}${part === 0 ? '' : `, page ${part + 1}`}`,
    description: `The ${rules.length} documented rules of ${title}, ${catalogue.gaps.length} gaps and ${assumptions.length} assumptions, each with its source and its check.`,
    system,
    body: html`<h1>Rules <span class="quiet">${title}</span></h1>
<p class="lead">${rules.length} rules, ${catalogue.gaps.length} gaps in the documents, ${assumptions.length} assumptions of the contract about them.${!states.when && html` ${noResults}`}</p>
${groupRules(shown, system, page).map(
  ({ id, heading, members }) => html`<section aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>
${members.map((rule) => renderRule(rule, system, states, cite, page))}
</section>
`,
)}
${others.length > 0 && html`<p>More rules: ${others.map((at) => html` <a href="${page.to(pageOfRules(name, at))}">${at + 1}</a>`)}</p>`}
${
  part === 0 &&
  html`<section aria-labelledby="gaps"><h2 id="gaps">Not shown: gaps</h2>
${gaps.map((gap) => renderGap(gap, seenInGap(seen, name, gap.id), { name, assumptions, cite }, page))}
</section>`
}
${
  assumptions.length > 0 &&
  html`<section aria-labelledby="assumptions"><h2 id="assumptions">Assumptions</h2>
<p class="quiet">The contract states these, and no document shows them. A real server that behaves otherwise breaks no rule.</p>
${assumptions.map((assumption) => renderAssumption(assumption, page))}
</section>`
}`,
  })
}

/** What a rule, gap or draft cites, with a link to it. */
type Cite = (cited: Rule['source']) => Html

interface RuleGroup {
  id: string
  heading: HtmlContent
  members: Catalogue['rules']
}

/** Groups rules by their operation. The rules of the whole system come first, then those of several operations. */
function groupRules(rules: Catalogue['rules'], { name, contract }: System, page: PageContext): RuleGroup[] {
  const groups = Map.groupBy(rules, ({ operations = [] }) => (operations.length > 1 ? '+' : (operations[0] ?? '')))
  const hasOperations = [...groups.keys()].some((key) => key !== '')
  const group = (key: string, id: string, heading: HtmlContent): RuleGroup[] => {
    const members = groups.get(key)
    return members ? [{ id, heading, members }] : []
  }
  return [
    ...group('', 'rules', hasOperations ? 'The system as a whole' : 'Rules'),
    ...group('+', 'several', 'Several operations'),
    ...[...(contract?.operations.values() ?? [])].flatMap((operation) =>
      group(
        operation.id,
        `of/${operation.id}`,
        html`<a href="${page.to(pathOfOperation(name, operation.id))}">${summaryOf(operation)}</a>`,
      ),
    ),
  ]
}

/** The address of an assumption on the page of rules. */
function assumptionId({ pointer }: Assumption): string {
  return `assumed${pointer.replaceAll('~1', '.').replace(/[^\w.-]+/g, '-')}`
}

function renderRule(
  rule: Rule & { why?: string },
  system: System,
  states: CheckStates,
  cite: Cite,
  page: PageContext,
): Html {
  return entry({
    id: rule.id,
    kind: rule.kind,
    state: stateOf(system, rule, states),
    statement: renderInline(rule.statement, page),
    facts: [
      operationsFact(rule.operations ?? [], system, page),
      // A derived rule cites the document that these pages are about.
      rule.answer === undefined && fact('Source', cite(rule.source)),
      fact('Check', renderInline(checkOf(rule, system), page)),
    ],
  })
}

/** What the contract assumes in a gap and what servers were seen to do there stand apart. */
function renderGap(
  gap: Gap,
  seen: readonly { where: string; what: Html }[],
  { name, assumptions, cite }: { name: string; assumptions: readonly Assumption[]; cite: Cite },
  page: PageContext,
): Html {
  const assumed = assumptions
    .filter(({ gaps }) => gaps.includes(gap.id))
    .map((one) => {
      const place = html`<a href="${page.to(`${name}/rules/#${assumptionId(one)}`)}">${placeOf(one)}</a>`
      return html`<li>${place}: ${renderInline(one.text, page)}</li>`
    })
  return entry({
    id: gap.id,
    kind: 'gap',
    statement: renderInline(gap.statement, page),
    facts: [
      fact('Handled', renderInline(gap.handling, page)),
      assumed.length > 0 && fact('Assumed', html`<ul>${assumed}</ul>`),
      ...seen.map(({ where, what }) => fact(where, what)),
      fact('Source', cite(gap.source)),
    ],
  })
}

function renderAssumption(assumption: Assumption, page: PageContext): Html {
  const { gaps, text } = assumption
  return entry({
    id: assumptionId(assumption),
    kind: 'assumption',
    statement: renderInline(text, page),
    facts: gaps.length > 0 && fact('Fills', page.linkIds(gaps.join(', '))),
    title: placeOf(assumption),
  })
}

interface Entry {
  id: string
  kind: string
  state?: CheckState | undefined
  statement: Html
  facts: HtmlContent
  title?: Html
}

function entry({ id, kind, state, statement, facts, title }: Entry): Html {
  return html`<article class="rule" id="${id}" data-kind="${kind}">
<h3><a href="#${id}">${title ?? id}</a></h3>
<p class="badges"><span class="badge kind">${kind}</span>${state && html` <span class="badge ${state.replace(' ', '-')}">${state}</span>`}</p>
<p class="statement">${statement}</p>
<dl>${facts}</dl>
</article>\n`
}

function fact(name: string, content: HtmlContent): Html {
  return html`<div><dt>${name}</dt><dd>${content}</dd></div>`
}

function operationsFact(
  operations: readonly string[],
  { name, contract }: System,
  page: PageContext,
): Html | undefined {
  if (operations.length === 0) return undefined
  if (operations.length > 1 && operations.length === contract?.operations.size) return fact('Operations', 'all')
  const links = operations.map((id) => html`<a href="${page.to(pathOfOperation(name, id))}"><code>${id}</code></a>`)
  return fact(operations.length === 1 ? 'Operation' : 'Operations', join(links, ' '))
}

/** By the title of the document where it has one. A document of the repository is known by its name. */
function sourceOf(
  { document, section, lines }: Rule['source'],
  title: string | undefined,
  link: string | undefined,
): Html {
  const range = lines?.replaceAll('-', '–').replaceAll(',', ', ')
  const place = range === undefined ? '' : `, line${/\D/.test(range) ? 's' : ''} ${range}`
  const name = title === undefined ? html`<code>${document}</code>` : html`<cite>${title}</cite>`
  const text = html`${name}, ${section}${place}`
  return link === undefined ? text : html`<a href="${link}">${text}</a>`
}

function placeOf({ pointer }: Assumption): Html {
  return html`<code>${join(namesIn(pointer), html` <wbr>› `)}</code>`
}

/** `not run` only after a run, and where a check could run: no exchange can show the other rules. */
function stateOf(system: System, rule: Rule, { results, when }: CheckStates): CheckState | undefined {
  return when !== undefined && isOnTheWire(rule) && system.checks?.unobservable?.[rule.id] === undefined
    ? (results.get(rule.id) ?? 'not run')
    : results.get(rule.id)
}

/** Markdown. */
function checkOf(rule: Rule & { why?: string }, { name, checks }: System): string {
  if (rule.kind === 'prose') return `None: ${rule.why ?? 'only documentation can carry it.'}`
  if (!isOnTheWire(rule))
    return `A test of the ${rule.kind === 'client' ? 'client' : 'tool or library'} whose title begins with \`${rule.id}\`.`
  const unobservable = checks?.unobservable?.[rule.id]
  if (unobservable !== undefined) return `None: ${unobservable}`
  const command = `\`npx ${product} verify ${name} --only ${rule.id}\``
  if (checks && Object.hasOwn(checks.checks, rule.id)) return `Written: ${command}`
  return checks && rule.kind === 'schema' ? `Derived from the document: ${command}` : 'None yet.'
}

/** What servers were seen to do in one gap, by the title of the server and the day. */
function seenInGap(files: readonly AnswersFile[], system: string, gap: string): { where: string; what: Html }[] {
  return files.flatMap(({ title, seen, interfaces }) => {
    const answers = interfaces[system]?.[gap]?.seen ?? []
    if (answers.length === 0) return []
    const items = mergeMembers(answers).map((answer) => html`<li>${renderAnswer(answer)}</li>`)
    return { where: `Seen at ${title}, ${seen}`, what: html`<ul>${items}</ul>` }
  })
}

/** One answer for those that differ only in their members: some members come now and then. */
function mergeMembers(answers: readonly LearnedAnswer[]): LearnedAnswer[] {
  const groups = Map.groupBy(answers, ({ members: _, ...rest }) => JSON.stringify(rest))
  return [...groups.values()].flatMap((group) => {
    const members = [...new Set(group.flatMap((answer) => answer.members ?? []))].sort()
    return group.slice(0, 1).map((first) => (members.length > 0 ? { ...first, members } : first))
  })
}

function renderAnswer({ operation, status, mediaType, at, type, members = [], value }: LearnedAnswer): Html {
  const names = members.map((name) => html`<code>${name}</code>`)
  return html`<code>${operation}</code> ${status}${mediaType && ` ${mediaType}`}${at && html`, <code>${at}</code>`}${type && `: ${type}`}${names.length > 0 && html` with ${join(names, ', ')}`}${value && html` <code>${value}</code>`}`
}
