import { isOnTheWire, type Rule } from '../../contract/contract.ts'
import { namesIn } from '../../contract/json-pointer.ts'
import { type Html, type HtmlContent, html, join } from '../../html.ts'
import { product } from '../../product.ts'
import type { LearnedAnswer } from '../../verify/learn/learn.ts'
import type { AnswersFile } from '../../verify/learn/read-answers.ts'
import { type CheckState, type CheckStates, noResults } from '../data/check-states.ts'
import { pathOfOperation, summaryOf } from '../data/operations.ts'
import { type Assumption, findAssumptions } from '../data/provenance.ts'
import type { Catalogue, Gap, SiteData, System } from '../data/system.ts'
import { renderPage } from '../layout.ts'
import { renderInline } from '../markup/markdown.ts'
import type { LinkIds } from '../markup/rule-links.ts'

/** The catalogue of one system: its rules by operation, its gaps, and the assumptions of the contract. Each entry has an address. */
export function rulesPage(
  system: System,
  { states, sources, seen }: SiteData,
  linkIds: LinkIds,
  linkOf: (cited: Rule['source']) => string | undefined,
): string {
  const cite = (cited: Rule['source']) => sourceOf(cited, sources.get(cited.document)?.title, linkOf(cited))
  const { name, title, catalogue, contract } = system
  const { rules, gaps } = catalogue
  const assumptions = contract ? findAssumptions(contract) : []
  return renderPage({
    path: `${name}/rules/`,
    title: `Rules of ${title}`,
    description: `The ${rules.length} documented rules of ${title}, ${gaps.length} gaps and ${assumptions.length} assumptions, each with its source and its check.`,
    system,
    body: html`<h1>Rules <span class="quiet">${title}</span></h1>
<p class="lead">${rules.length} rules, ${gaps.length} gaps in the documents, ${assumptions.length} assumptions of the contract about them.${!states.when && html` ${noResults}`}</p>
${groupRules(system).map(
  ({ id, heading, members }) => html`<section aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>
${members.map((rule) => renderRule(rule, system, states, cite, linkIds))}
</section>
`,
)}
<section aria-labelledby="gaps"><h2 id="gaps">Not shown: gaps</h2>
${gaps.map((gap) => renderGap(gap, seenInGap(seen, name, gap.id), { name, assumptions, cite }, linkIds))}
</section>
${
  assumptions.length > 0 &&
  html`<section aria-labelledby="assumptions"><h2 id="assumptions">Assumptions</h2>
<p class="quiet">The contract states these, and no document shows them. A real server that behaves otherwise breaks no rule.</p>
${assumptions.map((assumption) => renderAssumption(assumption, linkIds))}
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
function groupRules(system: System): RuleGroup[] {
  const { name, contract, catalogue } = system
  const groups = Map.groupBy(catalogue.rules, ({ operations = [] }) =>
    operations.length > 1 ? '+' : (operations[0] ?? ''),
  )
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
        html`<a href="docs:${pathOfOperation(name, operation.id)}">${summaryOf(operation, contract?.document ?? {})}</a>`,
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
  linkIds: LinkIds,
): Html {
  return entry({
    id: rule.id,
    kind: rule.kind,
    state: stateOf(system, rule, states),
    statement: linkIds(renderInline(rule.statement)),
    facts: [
      operationsFact(rule.operations ?? [], system),
      fact('Source', cite(rule.source)),
      fact('Check', linkIds(renderInline(checkOf(rule, system)))),
    ],
  })
}

/** What the contract assumes in a gap and what servers were seen to do there stand apart. */
function renderGap(
  gap: Gap,
  seen: readonly { where: string; what: Html }[],
  { name, assumptions, cite }: { name: string; assumptions: readonly Assumption[]; cite: Cite },
  linkIds: LinkIds,
): Html {
  const assumed = assumptions
    .filter(({ gaps }) => gaps.includes(gap.id))
    .map((one) => {
      const place = html`<a href="docs:${name}/rules/#${assumptionId(one)}">${placeOf(one)}</a>`
      return html`<li>${place}: ${linkIds(renderInline(one.text))}</li>`
    })
  return entry({
    id: gap.id,
    kind: 'gap',
    statement: linkIds(renderInline(gap.statement)),
    facts: [
      fact('Handled', linkIds(renderInline(gap.handling))),
      assumed.length > 0 && fact('Assumed', html`<ul>${assumed}</ul>`),
      ...seen.map(({ where, what }) => fact(where, what)),
      fact('Source', cite(gap.source)),
    ],
  })
}

function renderAssumption(assumption: Assumption, linkIds: LinkIds): Html {
  const { gaps, text } = assumption
  return entry({
    id: assumptionId(assumption),
    kind: 'assumption',
    statement: linkIds(renderInline(text)),
    facts: gaps.length > 0 && fact('Fills', linkIds(gaps.join(', '))),
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

function operationsFact(operations: readonly string[], { name, contract }: System): Html | undefined {
  if (operations.length === 0) return undefined
  if (operations.length > 1 && operations.length === contract?.operations.size) return fact('Operations', 'all')
  const links = operations.map((id) => html`<a href="docs:${pathOfOperation(name, id)}"><code>${id}</code></a>`)
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
  return link === undefined ? text : html`<a href="docs:${link}">${text}</a>`
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
