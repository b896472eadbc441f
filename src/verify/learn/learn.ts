import { stringify } from 'yaml'
import type { Contract } from '../../contract/contract.ts'
import { type DocumentNode, isObject, nodeAt } from '../../contract/json-pointer.ts'
import { isJson, mediaTypeOf } from '../../contract/media-type.ts'
import { createMessageCheck, type MessageCheck } from '../../contract/message-check.ts'
import { findResponse, type Operation } from '../../contract/operation.ts'
import { gapsOf } from '../../contract/provenance.ts'
import { walkSchema } from '../../contract/schema/walk-schema.ts'
import { schemaPointer } from '../../contract/wire/schema-views.ts'
import { parseJson } from '../../json-text.ts'
import { printable } from '../../printable.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import type { Exchange } from '../context/check-target.ts'
import { redactorOf } from '../report/redact.ts'
import { loadCatalogue } from '../report/source-links.ts'
import type { Report, RuleResult } from '../runner/report.ts'

/** The behaviour of a server in one case where the documents are silent. Holds names and types, and only documented values. */
export interface LearnedAnswer {
  operation: string
  status: number
  mediaType?: string
  /** Pointer of the member that the gap is about; `*` stands for every index. */
  at?: string
  type?: string
  /** Names of the members of an object, in the order of the alphabet. */
  members?: string[]
  /** The value, where it is one of the document's enumerated values. */
  value?: string
}

/**
 * The text of the file that says what the target of a run does where the documents are silent.
 *
 * @param secrets values, and what to show in their place
 */
export function writeAnswers(
  workspace: Pick<Workspace, 'find'>,
  report: Report,
  secrets: ReadonlyMap<string, string>,
): string {
  const { target, started, results } = report
  const redactor = redactorOf(report, secrets)
  const show = (text: string) => printable(redactor.text(text))
  const interfaces = Map.groupBy(results, (result) => result.interface)
  const content = [...interfaces].map(([name, group]) => {
    const one = workspace.find(name)
    const { contract } = one
    const exchanges = group.flatMap((result) => result.exchanges)
    const answers = learn(contract, exchanges, show)
    const entries = loadCatalogue(one)
    const gaps = [...answers].map(([gap, seen]) => [gap, { statement: entries.get(gap)?.statement, seen }] as const)
    return [name, Object.fromEntries(gaps)] as const
  })
  const head = '# What a server does where the documents are silent: names and kinds, no values.\n'
  // Probes send our values, so these texts hold none of the server's.
  const beyond = [...interfaces].map(([name, group]) => [name, group.flatMap(takenBeyond).map(show)] as const)
  const takes = Object.fromEntries(beyond.filter(([, taken]) => taken.length > 0))
  const known = { title: show(target), seen: started.slice(0, 10), interfaces: Object.fromEntries(content) }
  return head + stringify(Object.keys(takes).length > 0 ? { ...known, takes } : known)
}

/** What a probe has shown a server to take although its document forbids it: `createPet takes a body without name`. */
function takenBeyond({ failure }: RuleResult): string[] {
  const [, taken] = /^(.* takes .*), which its document forbids/s.exec(failure?.message ?? '') ?? []
  return taken === undefined ? [] : [taken]
}

/**
 * The observations of each gap of a contract in some exchanges, by the gap's ID.
 *
 * @param show makes a text of the server fit to be shown
 */
function learn(
  contract: Contract,
  exchanges: readonly Exchange[],
  show: (text: string) => string,
): ReadonlyMap<string, readonly LearnedAnswer[]> {
  const responses = createMessageCheck(contract)
  const learned = new Map<string, Map<string, LearnedAnswer>>()
  for (const exchange of exchanges) {
    for (const [gap, found] of answersOf(contract, responses, exchange)) {
      const answer = showAnswer(found, show)
      const known = learned.get(gap) ?? new Map<string, LearnedAnswer>()
      learned.set(gap, known.set(JSON.stringify(answer), answer))
    }
  }
  const sorted = [...learned].sort(([one], [other]) => one.localeCompare(other))
  return new Map(sorted.map(([gap, answers]) => [gap, [...answers.values()].sort(byOperation)]))
}

/** Names of members and media types are the server's, and may repeat what it was sent. */
function showAnswer(answer: LearnedAnswer, show: (text: string) => string): LearnedAnswer {
  const { mediaType, members } = answer
  const shown = members?.map(show)
  return {
    ...answer,
    ...(mediaType !== undefined && { mediaType: show(mediaType) }),
    ...(shown && { members: shown }),
  }
}

function* answersOf(
  contract: Contract,
  responses: MessageCheck,
  { operation: id, status, headers = {}, text = '' }: Exchange,
): Generator<[gap: string, answer: LearnedAnswer]> {
  const operation = contract.operations.get(id ?? '')
  if (!operation || status === undefined) return
  const mediaType = mediaTypeOf(headers)
  const body = isJson(mediaType) ? parseJson(text) : undefined
  const common = { operation: operation.id, status, ...(mediaType === '' ? {} : { mediaType }) }
  for (const gap of gapsOfStatus(contract, operation, status)) yield [gap, { ...common, ...kindOf(body) }]
  for (const [gap, at, schema, value] of gapsInBody(contract, responses, operation, { status, headers, body })) {
    yield [gap, { ...common, ...(at === '' ? {} : { at }), ...kindOf(value), ...documentedValue(schema, value) }]
  }
}

/** Gaps of the response itself, and for a status that is not documented those of the documented errors. */
function gapsOfStatus({ document }: Contract, operation: Operation, status: number): Set<string> {
  const response = findResponse(operation, status)
  const nodes =
    response !== undefined
      ? [response]
      : [...operation.responses].filter(([known]) => /^[45]/.test(known)).map(([, pointer]) => pointer)
  return new Set(nodes.flatMap((node) => gapsOf(nodeAt(document, node))))
}

function* gapsInBody(
  { document }: Contract,
  responses: MessageCheck,
  operation: Operation,
  { status, headers, body }: { status: number; headers: Readonly<Record<string, string>>; body: unknown },
): Generator<[gap: string, at: string, schema: DocumentNode, value: unknown]> {
  if (body === undefined) return
  const { media } = responses.checkHead(operation, { status, headers }, true).body ?? {}
  const schema = media === undefined ? undefined : schemaPointer(document, media)
  if (schema === undefined) return
  for (const { node, at, value } of walkSchema(document, schema, body, responses.accepts)) {
    const found = nodeAt(document, node) ?? {}
    if (value === undefined) continue
    for (const gap of gapsOf(found)) yield [gap, at.replace(/\/\d+(?=\/|$)/g, '/*'), found, value]
  }
}

function kindOf(value: unknown): Pick<LearnedAnswer, 'type' | 'members'> {
  if (value === undefined) return {}
  if (value === null) return { type: 'null' }
  if (Array.isArray(value)) return { type: 'array' }
  if (isObject(value)) return { type: 'object', members: Object.keys(value).sort() }
  return { type: typeof value }
}

function documentedValue(schema: DocumentNode, value: unknown): Pick<LearnedAnswer, 'value'> {
  const isListed = Array.isArray(schema.enum) && schema.enum.includes(value)
  return isListed && typeof value === 'string' ? { value } : {}
}

function byOperation(one: LearnedAnswer, other: LearnedAnswer): number {
  return (
    one.operation.localeCompare(other.operation) ||
    one.status - other.status ||
    (one.at ?? '').localeCompare(other.at ?? '')
  )
}
