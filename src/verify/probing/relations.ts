import { isDeepStrictEqual } from 'node:util'
import type { Reply } from '../../check/check.ts'
import { bare } from '../../contract/collections/collections.ts'
import { below, isObject, membersOf, nodeAt } from '../../contract/json-pointer.ts'
import { findResponse, type Operation } from '../../contract/operation.ts'
import { linkedValue } from '../derive/resource-keys.ts'
import { decoded, type Resource } from '../derive/resources.ts'
import { bodyOf, validRequest } from '../derive/valid-request.ts'
import { type CollectionSteps, pageOf, valid } from './collection-steps.ts'
import type { Probe } from './judge.ts'

/** The address and the links of an answer to a creation lead to the thing. */
export async function followAddress(steps: CollectionSteps, thing: Resource, made: Reply): Promise<void> {
  const { create, prober } = steps
  const { contract } = prober.plan.observation
  const read = steps.operation('read')
  const { location } = made.headers
  if (made.status === 201 && location !== undefined && read) {
    const path = URL.parse(location, `http://here${create.path}`)?.pathname ?? ''
    const tail = new RegExp(`${read.path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^{}]+\}/g, '([^/]+)')}/?$`)
    const segment = tail.exec(path)?.at(-1)
    const key = decoded(segment ?? '') || segment
    if (key === undefined) steps.fail(create, 'names in Location no thing of the document', read.path, location)
    else if (key !== String(thing.values.at(-1)) && !(await isSame(steps, thing, key)))
      steps.fail(create, 'names another thing in Location', thing.values.at(-1), location)
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
    if (reply?.status === 404)
      steps.fail(target, `answers 404 to the link ${name} of ${create.id}`, 'a thing', reply.status)
  }
}

/** Whether another key leads to the same thing. */
async function isSame(steps: CollectionSteps, thing: Resource, key: string): Promise<boolean> {
  const one = await steps.read(thing)
  const other = await steps.read({ ...thing, values: thing.values.with(-1, key) })
  return isDeepStrictEqual(one?.body, other?.body)
}

/** A thing is below the parent that it was made in, and below no other. */
export async function probeNesting(steps: CollectionSteps, thing: Resource): Promise<void> {
  const { collection, things } = steps.options
  const { parent } = collection
  const [list, read] = [steps.operation('list'), steps.operation('read')]
  if (!parent || collection.parents !== parent.parents + 1) return
  const made = await things.make(parent).catch(() => undefined)
  if (!made?.thing) return
  const key = thing.values.at(-1)
  const elsewhere: Resource = { ...thing, values: [...made.thing.values, key] }
  const right = await steps.read(thing)
  const isListedAt = async (place: Resource) =>
    (await steps.list(place))?.items.some((item) => steps.keyOf(item) === String(key)) === true
  const isListed = await isListedAt(elsewhere)
  if (list && isListed && (await isListedAt(thing)))
    steps.fail(list, `shows things of another ${parent.parameter}`, 'none', key)
  const wrong = isListed ? undefined : await steps.read(elsewhere)
  if (read && right && wrong && wrong.status < 300 && isDeepStrictEqual(wrong.body, right.body))
    steps.fail(read, `shows a thing under another ${parent.parameter} than its own`, '404', wrong.status)
}

const ownerWords = /\bown(er|ed|s)?\b|\bother|another|belong|creator|not yours/i

/** A thing that the list hides from another user is not shown by its key either, and not changed. */
export async function probeOtherUser(steps: CollectionSteps, thing: Resource): Promise<void> {
  const { other } = steps.options
  const { document } = steps.prober.plan.observation.contract
  const read = steps.operation('read')
  if (other === undefined) return
  const reply = await steps.read(thing, { as: other })
  const listed = await steps.list(thing, {}, other)
  const isHidden = listed !== undefined && !listed.reply.text.includes(String(thing.values.at(-1)))
  const isOwned = (operation: Operation | undefined) => {
    const response = operation?.responses.has('403') && findResponse(operation, 403)
    return ownerWords.test(String(nodeAt(document, response || '/none')?.description ?? ''))
  }
  if (read && reply && reply.status < 300 && (isHidden || isOwned(read)))
    steps.fail(read, 'shows another user what this user has made', isHidden ? '404' : '403', reply.status)
  const isRefused = reply !== undefined && [403, 404].includes(reply.status)
  for (const role of ['patch', 'replace', 'delete'] as const) {
    const write = steps.changing(role)
    if (!write || !(isHidden || isRefused || isOwned(write))) continue
    const input = await steps.writeAt(write, thing)
    if (!input) continue
    const sent = { ...input, as: other, body: bodyOf(write) ? input.body : undefined }
    const { status } = await steps.prober.attempt(write, sent)
    if (status >= 300) continue
    steps.fail(write, 'lets another user change what this user has made', '403 or 404', status)
    if (role === 'delete') return
  }
}

/**
 * Tags and conditions (RFC 9110, 13): a tag that the thing has no more is refused, its own one is taken, and another one follows a change.
 */
export async function probeConditions(steps: CollectionSteps, thing: Resource): Promise<void> {
  const { prober } = steps
  const read = steps.operation('read')
  const before = await steps.read(thing)
  const tag = before?.headers.etag
  if (!read || !before || before.status >= 300 || tag === undefined) return
  if (read.responses.has('304')) {
    const probe = valid('If-None-Match with the tag that the thing has')
    const reply = await steps.read(thing, { headers: { 'if-none-match': tag } }, probe)
    if (reply && reply.status < 300 && reply.headers.etag === tag)
      steps.fail(read, 'ignores If-None-Match', '304', reply.status)
  }
  for (const role of ['replace', 'patch'] as const) {
    const write = steps.changing(role)
    const input = write && (await steps.writeAt(write, thing))
    if (!write || !input) continue
    const hasHeader = write.parameters.some(({ in: place, name }) => place === 'header' && bare(name) === 'ifmatch')
    const send = (value: string | undefined) => {
      const headers = { ...input.headers, 'if-match': value }
      return prober.attempt(write, { ...input, headers })
    }
    if (hasHeader && (write.responses.has('412') || write.responses.has('409'))) {
      const what = 'If-Match with a tag that the thing has no more'
      const probe: Probe = { kind: 'unnamed', what, place: 'if-match' }
      const reply = await prober.ask(write, probe, () => send('"rulebound-stale"'))
      if (reply && reply.status < 300) steps.fail(write, 'ignores If-Match', '412', reply.status)
    }
    const old = await steps.read(thing)
    const probe = valid('If-Match with the tag that the thing has')
    const reply = await prober.ask(write, probe, () => send(hasHeader ? old?.headers.etag : undefined))
    if (hasHeader && reply?.status === 412)
      steps.fail(write, `refuses the tag that ${read.id} has just shown`, 'a success', 412)
    const after = reply && reply.status < 300 ? await steps.read(thing) : undefined
    if (!old || !after || after.status >= 300 || isDeepStrictEqual(after.body, old.body)) continue
    if (after.headers.etag !== undefined && after.headers.etag === old.headers.etag)
      steps.fail(read, `shows the same ETag after ${write.id} has changed the thing`, 'another', tag)
  }
}

/**
 * Makes a thing below one that is to be removed.
 *
 * @returns what asks, after the removal, for the things below
 */
export async function probeRemovedParent(steps: CollectionSteps, thing: Resource): Promise<() => Promise<void>> {
  const { prober } = steps
  const { collection, things } = steps.options
  const child = prober.plan.observation.collections.find(
    ({ parent, parents }) => parent === collection && parents === thing.values.length,
  )
  if (!child || !steps.operation('read')) return async () => {}
  const made = await things.makeBelow(child, thing).catch(() => undefined)
  const roles = [['list', thing.values] as const, ['read', made?.thing?.values] as const]
  return async () => {
    for (const [role, keys] of roles) {
      const operation = child.operations.get(role)
      if (!operation || !keys) continue
      const probe: Probe = { kind: 'unnamed', what: `the key of a removed ${collection.parameter}`, place: 'path' }
      const reply = await prober.ask(operation, probe, () => things.attemptAt(operation, keys))
      if (!reply || reply.status >= 300 || !operation.responses.has('404')) continue
      // An empty list shows nothing that should be gone.
      if (role === 'list' && (pageOf(operation, reply)?.items.length ?? 0) === 0) continue
      const words = `answers ${reply.status} below a ${collection.parameter} that was removed`
      steps.fail(operation, words, '404', reply.status)
    }
  }
}
