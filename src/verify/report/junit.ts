import { byInterface, countResults } from './counts.ts'
import { explain, linesOf } from './explain.ts'
import type { ShownReport, ShownResult } from './shown-report.ts'
import type { SourceLinks } from './source-links.ts'

/** The report as JUnit XML: a suite for each interface, a case for each rule. A difference from an assumption is output of a case that passed. */
export function toJunit(report: ShownReport, links: SourceLinks): string {
  const suites = [...byInterface(report.results)].map(([name, results]) => {
    const cases = results.map((result) => caseOf(result, report, links))
    return element('testsuite', { name, timestamp: report.started, ...totalsOf(results) }, cases)
  })
  const root = element('testsuites', { name: `Rules on ${report.target}`, ...totalsOf(report.results) }, suites)
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}

function totalsOf(results: readonly ShownResult[]): Record<string, string | number> {
  const { all, failed, known, inconclusive, skipped } = countResults(results)
  const milliseconds = results.reduce((sum, result) => sum + result.milliseconds, 0)
  return {
    tests: all,
    failures: failed,
    errors: 0,
    skipped: skipped + inconclusive + known,
    time: seconds(milliseconds),
  }
}

function caseOf(result: ShownResult, report: ShownReport, links: SourceLinks): string {
  const explanation = explain(result, report, links)
  const { id, statement, source } = explanation
  const place = links.place(result.interface) ?? source
  const attributes = {
    name: `${id}: ${statement}`,
    classname: result.interface,
    time: seconds(result.milliseconds),
    ...(place && { file: place.file, line: place.line }),
  }
  const text = linesOf(explanation).join('\n')
  const outcome = {
    failed: () => [element('failure', { message: explanation.findings[0]?.what ?? '', type: 'rule' }, text)],
    differs: () => [element('system-out', {}, `differs from what this contract assumes\n${text}`)],
    known: () => [element('skipped', { message: `known deviation: ${result.reason}` })],
    skipped: () => [element('skipped', { message: result.reason ?? '' })],
    inconclusive: () => [element('skipped', { message: result.reason ?? '' })],
    passed: () => [],
  }
  return element('testcase', attributes, outcome[result.result]())
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}

/** An element of XML. A character that XML cannot have becomes U+FFFD. */
function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  content: string | readonly string[] = [],
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(String(value))}"`)
  const start = `<${name}${written.join('')}`
  if (content.length === 0) return `${start}/>`
  const inner = typeof content === 'string' ? escapeText(content) : `\n${content.join('\n')}\n`
  return `${start}>${inner}</${name}>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** A parser reads a raw carriage return as a line feed. */
function escapeText(text: string): string {
  return allowed(text).replace(/[&<>\r]/g, (character) => entities[character] ?? '&#13;')
}

/** A parser reads raw white space in an attribute as blanks. */
function escapeAttribute(text: string): string {
  return allowed(text).replace(/[&<>"\t\n\r]/g, (character) => entities[character] ?? `&#${character.charCodeAt(0)};`)
}

function allowed(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these characters
  return text.toWellFormed().replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '\ufffd')
}
