/** Where a finding stands. */
export interface FindingPlace {
  /** Relative to the working directory. */
  file: string
  /** 1-based, as editors count. */
  line: number
  column?: number
  /** JSON pointer within the document. */
  pointer?: string
}

/** What a tool reports: one form for lint, diff, verify, validate and the proxy. All of its texts are safe to show, without secrets. */
export interface Finding {
  /** Stable ID of its kind: `operation-summary`, `response-body`. */
  id: string
  /** Only an error fails a run by itself. */
  level: 'error' | 'warning' | 'note'
  /** What is wrong and how to mend it, on one line. */
  message: string
  place?: FindingPlace
  /** `getPet` */
  operation?: string
  /** IDs of the documented rules that are broken. */
  rules?: readonly string[]
  /** What it is of, if that is no file: the name of an interface. */
  group?: string
  /** More of it, a line each: what was expected, and what was seen. */
  details?: readonly string[]
  /** Why it is known, and fails nothing. */
  known?: string
  /** Requests that show it, as commands that can be pasted, and the last answer. */
  request?: string
  answer?: string
}

/** The findings of one run. */
export interface FindingReport {
  /** Name of the command: `lint`. */
  tool: string
  /** What was looked at: `2 documents`. */
  subject: string
  findings: readonly Finding[]
  /** Numbers of the tool, for programs. */
  summary?: object
  /** What was looked at, and has no finding. */
  cases?: readonly FindingCase[]
}

/** A thing without a finding. */
export interface FindingCase {
  id: string
  title: string
  group: string
  /** Why nothing could be found. */
  skipped?: string
}

/** An error of a kind at a place. */
export function errorAt(place: FindingPlace, id: string, message: string): Finding {
  return { id, level: 'error', message, place }
}

/** Findings by file and line, each once: two documents report what is wrong in a shared file. */
export function distinctFindings(findings: readonly Finding[]): Finding[] {
  const byText = new Map(findings.map((finding) => [lineOf(finding), finding]))
  const compare = ({ place: a, id }: Finding, { place: b, id: other }: Finding) =>
    (a?.file ?? '').localeCompare(b?.file ?? '') ||
    (a?.line ?? 0) - (b?.line ?? 0) ||
    (a?.column ?? 0) - (b?.column ?? 0) ||
    id.localeCompare(other)
  return [...byText.values()].sort(compare)
}

/** One line for each finding, with an empty line between files. */
export function listFindings(findings: readonly Finding[]): string {
  const byFile = [...Map.groupBy(findings, ({ place }) => place?.file).values()]
  return byFile.map((ofFile) => ofFile.map(lineOf).join('\n')).join('\n\n')
}

function lineOf({ id, level, message, place }: Finding): string {
  return [describePlace(place), level, id, message].filter((part) => part !== '').join('  ')
}

/** `3 problems`, or `no problems`. */
export function countFindings(findings: readonly Finding[]): string {
  const counts = (['error', 'warning', 'note'] as const).map((level) => {
    const { length } = findings.filter((finding) => finding.level === level)
    return length === 0 ? [] : plural(length, level)
  })
  return counts.flat().join(', ') || 'no problems'
}

/** `3 responses` */
export function plural(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** `specs/openapi.yaml:12:5 /paths`, as far as it is known. */
export function describePlace(place: FindingPlace | undefined): string {
  if (!place) return ''
  const { file, line, column, pointer } = place
  return `${[file, line, ...(column === undefined ? [] : [column])].join(':')}${pointer === undefined ? '' : ` ${pointer}`}`
}
