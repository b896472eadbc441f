import { isDeepStrictEqual } from 'node:util'
import type { Reply } from '../../check/check.ts'
import { anyNames, bare } from '../../contract/collections/collections.ts'
import { below, isObject, membersOf, nodeAt } from '../../contract/json-pointer.ts'
import { findResponse, type Operation } from '../../contract/operation.ts'
import { linkedValue } from '../derive/thing-keys.ts'
import { recordPath, type Thing } from '../derive/things.ts'
import { bodyOf, validRequest } from '../derive/valid-request.ts'
import { type CollectionSteps, pageOf, valid } from './collection-steps.ts'
import type { Probe } from './judge.ts'

/** The address and the links of an answer to a creation lead to the thing. */
export async function followAddress(steps: CollectionSteps, thing: Thing, made: Reply): Promise<void> {
  const { create, prober } = steps
  const { contract } = prober.plan.survey
  const read = steps.operation('read')
  const { location } = made.headers
  if (made.status === 201 && location !== undefined && read) {
    const path = URL.parse(location, `http://here${create.path}`)?.pathname ?? ''
    const tail = new RegExp(`${read.path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^{}]+\}/g, '([^/]+)')}/?$`)
    const key = tail.exec(path)?.at(-1)
    const what = `Location of ${create.id} leads to no thing of the document`
    if (key === undefined) steps.fail(create, 'location', what, read.path, location)
    else if (decoded(key) !== String(thing.values.at(-1)) && !(await isSame(steps, thing, decoded(key))))
      steps.fail(create, 'location', `Location of ${create.id} leads to another thing`, thing.values.at(-1), location)
  }
  const response = findResponse(create, made.status)
  for (const name of response === undefined ? [] : membersOf(contract.document, below(response, 'links'))) {
    const link = nodeAt(contract.document, below(response as string, 'links', name))
    const target = contract.operations.get(String(link?.operationId))
    if (target?.method !== 'get' || !isObject(link?.parameters)) continue
    const values = Object.entries(link.parameters).map(([one, expression]): [string, unknown] => {
      const [, place = 'path', plain = one] = /^(path|query|header)\.(.+)$/.exec(one) ?? []
      const own = target.parameters.find(({ name: known }) => known === plain)
      return [`${own?.in ?? place} ${plain}`, linkedValue(expression, made)]
    })
    if (values.some(([, value]) => value === undefined)) continue
    const probe = valid(`the link ${name}`)
    const reply = await prober.ask(target, probe, () => prober.attempt(target, validRequest(target, new Map(values))))
    if (reply?.status !== 404) continue
    const what = `the link ${name} of ${create.id} leads to nothing: ${target.id} answers 404`
    steps.fail(create, `link ${name}`, what, 'a thing', reply.status)
  }
}

/** Whether another key leads to the same thing. */
async function isSame(steps: CollectionSteps, thing: Thing, key: string): Promise<boolean> {
  const one = await steps.read(thing)
  const other = await steps.read({ ...thing, values: [...thing.values.slice(0, -1), key] })
  return isDeepStrictEqual(one?.body, other?.body)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** A thing is below the parent that it was made in, and below no other. */
export async function probeNesting(steps: CollectionSteps, thing: Thing): Promise<void> {
  const { collection, things } = steps.options
  const { parent } = collection
  if (!parent || collection.parents !== parent.parents + 1) return
  const made = await things.make(parent).catch(() => undefined)
  if (!made?.thing) return
  const values = [...made.thing.values, thing.values.at(-1)]
  const elsewhere: Thing = { ...thing, values }
  const right = await steps.read(thing)
  const list = steps.operation('list')
  const page = list && (await steps.list(elsewhere))
  const isListed = page?.items.some((item) => steps.keyOf(item) === String(thing.values.at(-1)))
  const own = await steps.list(thing)
  const isNamed = own?.items.some((item) => steps.keyOf(item) === String(thing.values.at(-1)))
  if (list && isListed && isNamed)
    steps.fail(
      list,
      'of another parent',
      `${list.id} shows things of another ${parent.parameter}`,
      'none',
      values.at(-1),
    )
  const wrong = isListed ? undefined : await steps.read(elsewhere)
  if (!right || !wrong || wrong.status >= 300 || !isDeepStrictEqual(wrong.body, right.body)) return
  const read = steps.operation('read') as Operation
  const what = `${read.id} shows a thing under another ${parent.parameter} than its own`
  steps.fail(read, 'other parent', what, '404', wrong.status)
}

const ownerWords = /\bown(er|ed|s)?\b|\bother|another|belong|creator|not yours/i

/** A thing that the list hides from another user is not shown by its key either, and not changed. */
export async function probeOtherUser(steps: CollectionSteps, thing: Thing): Promise<void> {
  const { other, things } = steps.options
  const { document } = steps.prober.plan.survey.contract
  const read = steps.operation('read')
  if (other === undefined) return
  const reply = await steps.read(thing, { as: other })
  const listed = await steps.list(thing, {}, other)
  const isHidden = listed !== undefined && !listed.reply.text.includes(String(thing.values.at(-1)))
  const isOwned = (operation: Operation | undefined) => {
    const response = operation?.responses.has('403') && findResponse(operation, 403)
    return ownerWords.test(String(nodeAt(document, response || '/none')?.description ?? ''))
  }
  if (read && reply && reply.status < 300 && (isHidden || isOwned(read))) {
    const what = `${read.id} shows another user what this user has made`
    steps.fail(read, 'other user', what, isHidden ? '404' : '403', reply.status)
  }
  const isRefused = reply !== undefined && [403, 404].includes(reply.status)
  for (const role of ['patch', 'replace', 'delete'] as const) {
    const write = steps.operation(role)
    if (!write || write === steps.create || !(isHidden || isRefused || isOwned(write))) continue
    const { input } = await things.requestOf(write, []).catch(() => ({ input: undefined }))
    const { path = {}, headers = {} } = await steps.requestAt(write, thing)
    if (!input) continue
    const sent = { ...input, path, headers: { ...input.headers, ...headers }, as: other }
    const answer = await steps.prober.attempt(write, bodyOf(write) ? sent : { ...sent, body: undefined })
    if (answer.status >= 300) continue
    const what = `${write.id} lets another user change what this user has made`
    steps.fail(write, 'other user', what, '403 or 404', answer.status)
    if (role === 'delete') return
  }
}

/**
 * Tags and conditions (RFC 9110, 13): a tag that the thing has no more is refused, its own one is taken, and another one follows a change.
 */
export async function probeConditions(steps: CollectionSteps, thing: Thing): Promise<void> {
  const { prober } = steps
  const { things } = steps.options
  const read = steps.operation('read')
  const before = await steps.read(thing)
  const tag = before?.headers.etag
  if (!read || !before || before.status >= 300 || tag === undefined) return
  if (read.responses.has('304')) {
    const probe = valid('If-None-Match with the tag that the thing has')
    const reply = await prober.ask(read, probe, () => steps.read(thing, { headers: { 'if-none-match': tag } }))
    const isSame = reply?.headers.etag === tag
    if (reply && reply.status < 300 && isSame)
      steps.fail(read, 'if-none-match', `${read.id} ignores If-None-Match`, '304', reply.status)
  }
  const hasHeader = ({ parameters }: Operation) =>
    parameters.some(({ in: place, name }) => place === 'header' && bare(name) === 'ifmatch')
  for (const role of ['replace', 'patch'] as const) {
    const write = steps.operation(role)
    if (!write || write === steps.create) continue
    const { input } = await things.requestOf(write, []).catch(() => ({ input: undefined }))
    if (!input) continue
    const { path = {} } = await steps.requestAt(write, thing)
    const send = (value: string | undefined) => {
      const headers = { ...input.headers, 'if-match': value }
      return prober.attempt(write, { ...input, path, headers })
    }
    const refuses = hasHeader(write) && (write.responses.has('412') || write.responses.has('409'))
    if (refuses) {
      const probe: Probe = {
        kind: 'unnamed',
        what: 'If-Match with a tag that the thing has no more',
        place: 'if-match',
      }
      const reply = await prober.ask(write, probe, () => send('"rulebound-stale"'))
      if (reply && reply.status < 300)
        steps.fail(write, 'if-match', `${write.id} ignores If-Match`, '412', reply.status)
    }
    const old = await steps.read(thing)
    const probe = valid('If-Match with the tag that the thing has')
    const reply = await prober.ask(write, probe, () => send(hasHeader(write) ? old?.headers.etag : undefined))
    if (hasHeader(write) && reply?.status === 412)
      steps.fail(write, 'own tag', `${write.id} refuses the tag that ${read.id} has just shown`, 'a success', 412)
    const after = reply && reply.status < 300 ? await steps.read(thing) : undefined
    if (!old || !after || after.status >= 300 || isDeepStrictEqual(after.body, old.body)) continue
    if (after.headers.etag !== undefined && after.headers.etag === old.headers.etag)
      steps.fail(
        write,
        'same tag',
        `${read.id} shows the same ETag after ${write.id} has changed the thing`,
        'another',
        tag,
      )
  }
}

/**
 * Makes a thing below one that is to be removed.
 *
 * @returns what asks, after the removal, for the things below
 */
export async function probeRemovedParent(steps: CollectionSteps, thing: Thing): Promise<() => Promise<void>> {
  const { prober } = steps
  const { collection, things } = steps.options
  const { survey } = prober.plan
  const child = survey.collections.find(
    ({ parent, parents }) => parent === collection && parents === thing.values.length,
  )
  if (!child || !steps.operation('read')) return async () => {}
  const made = await things.makeBelow(child, thing).catch(() => undefined)
  const values = made?.thing?.values
  return async () => {
    for (const [role, keys] of [
      ['list', thing.values],
      ['read', values],
    ] as const) {
      const operation = child.operations.get(role)
      if (!operation || !keys) continue
      const input = validRequest(operation, things.valuesAt(operation, keys))
      const probe: Probe = { kind: 'unnamed', what: `the key of a removed ${collection.parameter}`, place: 'path' }
      const reply = await prober.ask(operation, probe, () => prober.attempt(operation, input))
      const isEmpty = role === 'list' && (pageOf(reply)?.items.length ?? 0) === 0
      if (!reply || reply.status >= 300 || !operation.responses.has('404')) continue
      const what = `${operation.id} answers ${reply.status} below a ${anyNames(recordPath(collection)).split('/').at(-2)} that was removed`
      steps.fail(
        operation,
        'below what is gone',
        what,
        '404',
        isEmpty ? `${reply.status}, an empty list` : reply.status,
      )
    }
  }
}
