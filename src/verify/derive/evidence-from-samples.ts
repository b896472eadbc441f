import type { Check, Needs, Reply, Sample } from '../../check/check.ts'
import { below, nodeAt } from '../../contract/json-pointer.ts'
import { isJson, mediaTypeOf } from '../../contract/media-type.ts'
import { findResponse, mediaTypesAt, type Operation } from '../../contract/operation.ts'
import { assumptionAt } from '../../contract/provenance.ts'
import type { SchemaLocation } from '../../contract/schema/walk-schema.ts'
import type { CheckTarget } from '../context/check-target.ts'
import type { Context } from '../context/context.ts'
import { whatIsMissing } from '../context/needs.ts'
import { findAssumedStatus } from './assumed-status.ts'
import { evidenceFromRequest, locationsOfRule, type ProvenRule } from './evidence-from-requests.ts'
import { sabotageOf } from './sabotage-of.ts'

type Operations = Record<string, unknown>

/**
 * The check of a rule on nodes of the document. It calls the operations with their samples, and expects that at least one response
 * contains the node and that all of them are valid there. For a node of a request it makes a valid call, and an invalid one if
 * the schema refuses any value.
 */
export function evidenceFromSamples(checkTarget: CheckTarget, shown: ProvenRule): Check<Operations> {
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
    // Few runs break a mock, and all of the examples are read for it.
    get sabotage() {
      return sabotageOf(shown, checkTarget.contract.operations, checkTarget.checks.successGap)
    },
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
    for (const { at, expected, seen, rules, assumption } of responses.check(operation, {
      ...answer,
      body: reply.text,
    })) {
      const wrong = new Error(`expected ${expected} at ${at || 'the body'} of ${operation.id} ${status}, seen ${seen}`)
      if (rules.includes(id)) throw wrong
      const gap = assumption !== undefined && gapInAnswer(shown, operation, answer, at)
      if (gap)
        context.assume(gap, () => {
          throw wrong
        })
    }
    const inAnswer = meetsAnswer(shown, operation, answer)
    const inRequest = status < 300 && (await evidenceFromRequest(shown, context, operation, input ?? {}))
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

/** The gap by which the rule's node at a place of the body is assumed in part. */
function gapInAnswer(shown: ProvenRule, operation: Operation, reply: Reply, at: string): string | undefined {
  const nodes = [...locationsInAnswer(shown, operation, reply)].flatMap((location) =>
    location.at === at ? nodeAt(shown.document, location.node) : [],
  )
  return nodes.flatMap((node) => assumptionAt(node) ?? [])[0]
}

function* locationsInAnswer(shown: ProvenRule, operation: Operation, reply: Reply): Generator<SchemaLocation> {
  const response = findResponse(operation, reply.status)
  const mediaType = mediaTypeOf(reply.headers)
  const media = response && mediaTypesAt(shown.document, response).get(mediaType)
  if (media) yield* locationsOfRule(shown, below(media, 'schema'), isJson(mediaType) ? reply.body : reply.text)
}

/** True if an answer shows a node of the rule: its own, one around it, a header, or one in its body. */
function meetsAnswer(shown: ProvenRule, operation: Operation, reply: Reply): boolean {
  const { document, nodes } = shown
  const response = findResponse(operation, reply.status)
  if (response === undefined) return false
  const media = mediaTypesAt(document, response).get(mediaTypeOf(reply.headers))
  const statuses = [...operation.responses.keys()].map((status) => below(operation.pointer, 'responses', status))
  const headers = Object.keys(reply.headers).map((name) => below(response, 'headers', name).toLowerCase())
  const cited = [...nodes]
  if ([operation.pointer, response, ...statuses].some((node) => nodes.has(node))) return true
  if (cited.some((node) => node === media || headers.includes(node.toLowerCase()))) return true
  for (const { value } of locationsInAnswer(shown, operation, reply)) if (value !== undefined) return true
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
