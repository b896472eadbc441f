import type { Check, Needs, Reply, Sample } from '../../check/check.ts'
import { below } from '../../contract/json-pointer.ts'
import { isJson, mediaTypeOf } from '../../contract/media-type.ts'
import { findResponse, mediaTypesAt, type Operation } from '../../contract/operation.ts'
import type { CheckTarget } from '../context/check-target.ts'
import type { Context } from '../context/context.ts'
import { whatIsMissing } from '../context/needs.ts'
import { findAssumedStatus } from './assumed-status.ts'
import { sabotageOf } from './sabotage-of.ts'
import { locationsOfRule, type ShownRule, showByRequest } from './shown-by-request.ts'

type Operations = Record<string, unknown>

/**
 * The check of a rule on nodes of the document. It calls the operations with their samples, and expects that at least one response
 * contains the node and that all of them are valid there. For a node of a request it makes a valid call, and an invalid one if
 * the schema refuses any value.
 */
export function showBySamples(checkTarget: CheckTarget, shown: ShownRule): Check<Operations> {
  const { responses, id } = shown
  const concerned = checkTarget.checks.samples.filter(({ operation }) => shown.operations.includes(operation))
  const missing = concerned.map(({ needs = {} }) => whatIsMissing(needs, checkTarget))
  const usable = concerned.filter((_, index) => missing[index] === undefined)
  return {
    needs: mergeNeeds(usable),
    async run(context: Context) {
      let met = false
      for (const sample of usable) met = (await show(context, sample)) || met
      if (met) return
      context.inconclusive(missing.find((reason) => reason !== undefined) ?? whyNotMet())
    },
    sabotage: sabotageOf(shown, checkTarget.contract.operations, checkTarget.checks.successGap),
  }

  function whyNotMet(): string {
    if (concerned.length > 0) return 'no response contained the part that the rule is about'
    const { name } = checkTarget.contract
    const operations = shown.operations.join(' or ')
    return `no sample calls ${operations}: add one to 'samples' in src/interfaces/${name}/checks.ts, or a check of ${id} to 'checks'`
  }

  /** True if the exchange of the sample contained a node of the rule. */
  async function show(context: Context, sample: Sample<Operations>): Promise<boolean> {
    const operation = checkTarget.contract.operations.get(sample.operation)
    if (!operation) throw new Error(`a sample names ${sample.operation}, which is not an operation`)
    await sample.arrange?.(context)
    const input = await (typeof sample.input === 'function' ? sample.input(context) : sample.input)
    const reply = await context.attempt(sample.operation, input)
    const { status = 200 } = sample
    assertStatus(context, operation, reply, status)
    // A target with another status than the assumed one still has the documented body.
    const answer = { ...reply, status }
    const broken = responses.check(operation, { ...answer, body: reply.text }).filter(({ rules }) => rules.includes(id))
    const [first] = broken
    if (first)
      throw new Error(
        `expected ${first.expected} at ${first.at || 'the body'} of ${operation.id} ${status}, seen ${first.seen}`,
      )
    const inAnswer = meetsAnswer(shown, operation, answer)
    const inRequest = status < 300 && (await showByRequest(shown, context, operation, input ?? {}))
    return inAnswer || inRequest
  }

  function assertStatus(context: Context, operation: Operation, reply: Reply, status: number): void {
    if (reply.status === status) return
    const wrong = new Error(
      `expected ${operation.id} to answer ${status}, seen ${reply.status}: ${reply.text.slice(0, 200)}`,
    )
    const gap =
      findAssumedStatus(checkTarget.contract.document, operation, status) ??
      (status < 300 ? checkTarget.checks.successGap : undefined)
    const isSameClass = Math.floor(reply.status / 100) === Math.floor(status / 100)
    if (gap === undefined || !isSameClass) throw wrong
    context.assume(gap, () => {
      throw wrong
    })
  }
}

/** True if an answer shows a node of the rule: its own, one around it, a header, or one in its body. */
function meetsAnswer(shown: ShownRule, operation: Operation, reply: Reply): boolean {
  const { document, nodes } = shown
  const response = findResponse(operation, reply.status)
  if (response === undefined) return false
  const mediaType = mediaTypeOf(reply.headers)
  const media = mediaTypesAt(document, response).get(mediaType)
  const statuses = [...operation.responses.keys()].map((status) => below(operation.pointer, 'responses', status))
  const headers = Object.keys(reply.headers).map((name) => below(response, 'headers', name).toLowerCase())
  const cited = [...nodes]
  if ([operation.pointer, response, ...statuses].some((node) => nodes.has(node))) return true
  if (cited.some((node) => node === media || headers.includes(node.toLowerCase()))) return true
  if (media === undefined) return false
  const value = isJson(mediaType) ? reply.body : reply.text
  for (const place of locationsOfRule(shown, below(media, 'schema'), value)) if (place.value !== undefined) return true
  return false
}

function mergeNeeds(samples: readonly Sample<Operations>[]): Needs {
  const all = samples.map(({ needs = {} }) => needs)
  const changes = all.map((needs) => needs.changes)
  return {
    roles: all.flatMap(({ roles = [] }) => roles),
    resources: all.flatMap(({ resources = [] }) => resources),
    ...(changes.includes('lasting')
      ? { changes: 'lasting' }
      : changes.includes('reversible')
        ? { changes: 'reversible' }
        : {}),
    ...(all.some(({ control }) => control) ? { control: true } : {}),
  }
}
