import { isOnTheWire, type Rule } from '../../contract/contract.ts'
import { namesIn } from '../../contract/json-pointer.ts'
import { type Html, type HtmlContent, html, join } from '../../html.ts'
import { product } from '../../product.ts'
import type { LearnedAnswer } from '../../verify/learn/learn.ts'
import type { AnswersFile } from '../../verify/learn/read-answers.ts'
import { fragmentOf, pathOfOperation, summaryOf } from '../data/operations.ts'
import { type Assumption, findAssumptions } from '../data/provenance.ts'
import type { Catalogue, Gap, SiteData, System } from '../data/system.ts'
import { type Fact, renderFacts, renderPage } from '../layout.ts'
import { renderInline } from '../markup/markdown.ts'
import { inPages, type ListPage, type Page, type PageContext, renderOthers } from '../page.ts'

type CatalogueRule = Catalogue['rules'][number]

/** A large document states thousands of rules. */
function pagesOfRules({ name, catalogue }: System): ListPage<CatalogueRule>[] {
  return inPages(catalogue.rules, `${name}/rules/`, 250)
}

/** Site path of a rule or a gap, by ID. */
export function pathsOfEntries(system: System): Map<string, string> {
  const pages = pagesOfRules(system).map(({ path, items }, at) => ({
    path,
    entries: at === 0 ? [...items, ...system.catalogue.gaps] : items,
  }))
  return new Map(
    pages.flatMap(({ path, entries }) => entries.map(({ id }) => [id, `${path}#${fragmentOf(id)}`] as const)),
  )
}

/** The pages with the catalogue of one system. */
export function rulesPages(system: System, site: SiteData): Page[] {
  const pages = pagesOfRules(system)
  return pages.map(({ path, items }, at) => ({
    path,
    render: (page) => rulesPage({ system, site, page }, items, pages, at === 0),
  }))
}

/** What the entries of a page are drawn with. */
interface RulesContext {
  system: System
  site: SiteData
  page: PageContext
}

/** Rules by operation; on the first page also the gaps, and the assumptions of the contract. Each entry has an address. */
function rulesPage(
  context: RulesContext,
  shown: readonly CatalogueRule[],
  pages: readonly ListPage<CatalogueRule>[],
  isFirst: boolean,
): string {
  const { system, page } = context
  const { title, catalogue, contract } = system
  const { rules, gaps } = catalogue
  const assumptions = contract && isFirst ? findAssumptions(contract) : []
  const section = (id: string, heading: HtmlContent, entries: HtmlContent) =>
    html`<section aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>\n${entries}</section>\n`
  return renderPage(page, {
    title: `Rules of ${title}${isFirst ? '' : `, from ${shown[0]?.id}`}`,
    description: `The ${rules.length} documented rules of ${title}, ${gaps.length} gaps and ${assumptions.length} assumptions, each with its source and its check.`,
    system,
    body: html`<h1>Rules <span class="quiet">${title}</span></h1>
<p class="lead">${rules.length} rules, ${gaps.length} gaps in the documents, ${assumptions.length} assumptions of the contract about them.</p>
${groupRules(shown, system, page).map(({ id, heading, members }) =>
  section(
    id,
    heading,
    members.map((rule) => renderRule(rule, context)),
  ),
)}
${renderOthers(pages, page)}
${
  isFirst &&
  section(
    'gaps',
    'Not shown: gaps',
    gaps.map((gap) => renderGap(gap, assumptions, context)),
  )
}
${
  assumptions.length > 0 &&
  section(
    'assumptions',
    'Assumptions',
    html`<p class="quiet">The contract states these, and no document shows them. A real server that behaves otherwise breaks no rule.</p>
${assumptions.map((assumption) => renderAssumption(assumption, page))}`,
  )
}`,
  })
}

interface RuleGroup {
  id: string
  heading: HtmlContent
  members: CatalogueRule[]
}

/** Groups rules by their operation. The rules of the whole system come first, then those of several operations. */
function groupRules(rules: readonly CatalogueRule[], { name, contract }: System, page: PageContext): RuleGroup[] {
  const groups = Map.groupBy(rules, ({ operations = [] }) => (operations.length > 1 ? '+' : (operations[0] ?? '')))
  const headings: [key: string, id: string, heading: () => HtmlContent][] = [
    ['', 'rules', () => (groups.size > 1 ? 'The system as a whole' : 'Rules')],
    ['+', 'several', () => 'Several operations'],
    ...Array.from(contract?.operations.values() ?? [], (operation): (typeof headings)[number] => {
      const heading = () => html`<a href="${page.to(pathOfOperation(name, operation.id))}">${summaryOf(operation)}</a>`
      return [operation.id, `of/${operation.id}`, heading]
    }),
  ]
  return headings.flatMap(([key, id, heading]) => {
    const members = groups.get(key)
    return members ? [{ id, heading: heading(), members }] : []
  })
}

function renderRule(rule: CatalogueRule, context: RulesContext): Html {
  const { system, page } = context
  const { name, contract } = system
  const { operations = [] } = rule
  const links = operations.map((id) => html`<a href="${page.to(pathOfOperation(name, id))}"><code>${id}</code></a>`)
  const isOfAll = operations.length > 1 && operations.length === contract?.operations.size
  return renderEntry({
    id: rule.id,
    kind: rule.kind,
    statement: renderInline(rule.statement, page),
    facts: [
      [operations.length === 1 ? 'Operation' : 'Operations', isOfAll ? 'all' : links.length > 0 && join(links, ' ')],
      ['Source', renderSource(rule.source, context)],
      ['Check', renderInline(checkOf(rule, system), page)],
    ],
  })
}

/** What the contract assumes in a gap and what servers were seen to do there stand apart. */
function renderGap(gap: Gap, assumptions: readonly Assumption[], context: RulesContext): Html {
  const { system, site, page } = context
  const assumed = assumptions
    .filter(({ gaps }) => gaps.includes(gap.id))
    .map((one) => {
      const place = html`<a href="${page.to(`${system.name}/rules/#${assumptionId(one)}`)}">${placeOf(one)}</a>`
      return html`<li>${place}: ${renderInline(one.text, page)}</li>`
    })
  return renderEntry({
    id: gap.id,
    kind: 'gap',
    statement: renderInline(gap.statement, page),
    facts: [
      ['Handled', renderInline(gap.handling, page)],
      ['Assumed', assumed.length > 0 && html`<ul>${assumed}</ul>`],
      ...seenInGap(site.seen, system.name, gap.id),
      ['Source', renderSource(gap.source, context)],
    ],
  })
}

function renderAssumption(assumption: Assumption, page: PageContext): Html {
  const { gaps, text } = assumption
  return renderEntry({
    id: assumptionId(assumption),
    kind: 'assumption',
    statement: renderInline(text, page),
    facts: [['Fills', gaps.length > 0 && page.linkIds(gaps.join(', '))]],
    title: placeOf(assumption),
  })
}

/** The address of an assumption on the page of rules. */
function assumptionId({ pointer }: Assumption): string {
  return `assumed${pointer.replaceAll('~1', '.').replace(/[^\w.-]+/g, '-')}`
}

function placeOf({ pointer }: Assumption): Html {
  return html`<code>${join(namesIn(pointer), html` <wbr>› `)}</code>`
}

interface RulesEntry {
  id: string
  kind: string
  statement: Html
  facts: readonly Fact[]
  title?: Html
}

function renderEntry({ id, kind, statement, facts, title }: RulesEntry): Html {
  return html`<article class="rule" id="${id}" data-kind="${kind}">
<h3><a href="#${id}">${title ?? id}</a></h3>
<p class="badges"><span class="badge kind">${kind}</span></p>
<p class="statement">${statement}</p>
${renderFacts(facts)}
</article>\n`
}

/** By the title of the document where it has one. A document of the repository is known by its name. */
function renderSource({ document, section, lines }: Rule['source'], { site }: RulesContext): Html {
  const title = site.sources.get(document)
  const range = lines?.replaceAll('-', '–').replaceAll(',', ', ')
  const place = range === undefined ? '' : `, line${/\D/.test(range) ? 's' : ''} ${range}`
  return html`${title === undefined ? html`<code>${document}</code>` : html`<cite>${title}</cite>`}, ${section}${place}`
}

/** Markdown. */
function checkOf(rule: CatalogueRule, { name, checks }: System): string {
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
function seenInGap(files: readonly AnswersFile[], system: string, gap: string): Fact[] {
  return files.map(({ title, seen, interfaces }) => {
    // Some members come now and then: one answer for those that differ only in them.
    const alike = Map.groupBy(interfaces[system]?.[gap]?.seen ?? [], ({ members: _, ...rest }) => JSON.stringify(rest))
    const items = Array.from(alike.values(), (all) => {
      const members = [...new Set(all.flatMap((one) => one.members ?? []))].sort()
      return html`<li>${all.slice(0, 1).map((first) => renderAnswer(first, members))}</li>`
    })
    return [`Seen at ${title}, ${seen}`, items.length > 0 && html`<ul>${items}</ul>`]
  })
}

function renderAnswer(
  { operation, status, mediaType, at, type, value }: LearnedAnswer,
  members: readonly string[],
): Html {
  const names = members.map((name) => html`<code>${name}</code>`)
  return html`<code>${operation}</code> ${status}${mediaType && ` ${mediaType}`}${at && html`, <code>${at}</code>`}${type && `: ${type}`}${names.length > 0 && html` with ${join(names, ', ')}`}${value && html` <code>${value}</code>`}`
}
