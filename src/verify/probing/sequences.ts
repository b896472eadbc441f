import { randomInt } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { AttemptInput, Reply } from '../../check/check.ts'
import { bare } from '../../contract/collections/collections.ts'
import { isMapping, nodeAt } from '../../contract/json-pointer.ts'
import { findResponse, type Operation } from '../../contract/operation.ts'
import { sampleOf } from '../../contract/schema/make-sample.ts'
import { bodyValueOf, scalarsIn } from '../context/ownership.ts'
import { keyOfItem } from '../derive/resource-keys.ts'
import type { Resource } from '../derive/resources.ts'
import { bodyOf, withBody } from '../derive/valid-request.ts'
import { withParameter } from './cases.ts'
import {
  CollectionSteps,
  isAlike,
  type ListPage,
  type Members,
  recordIn,
  type StepsOptions,
  valid,
} from './collection-steps.ts'

import { jsonOf, type Probe } from './judge.ts'
import { ListProbe } from './list-probes.ts'
import type { Prober } from './prober.ts'
import { followAddress, probeConditions, probeNesting, probeOtherUser, probeRemovedParent } from './relations.ts'

/**
 * What a collection promises, step by step: a thing that was made is read and listed, has what was sent, also after it was replaced and
 * patched, is found by filters, belongs to its user and its parents, and is gone after its removal.
 */
export async function runSequence(prober: Prober, options: StepsOptions): Promise<void> {
  const steps = new CollectionSteps(prober, options)
  const { collection, things } = options
  const { create } = steps
  let sent: AttemptInput = {}
  let thing: Resource | undefined
  const keep = (input: AttemptInput) => {
    sent = input
    return input
  }
  const made = await prober.ask(create, valid('a valid request'), async () => {
    const { reply, thing: own } = await things.make(collection, keep)
    thing = own
    return reply
  })
  if (!made || made.status >= 300 || !thing) return
  const body = bodyValueOf(sent)
  await readsAsSent(steps, create, thing, { sent: body, answer: jsonOf(made), before: undefined })
  await followAddress(steps, thing, made)
  await probeNesting(steps, thing)
  await probeCollectionList(steps, thing, body)
  await repeats(steps, thing, sent)
  await leastBody(steps, body)
  for (const role of ['replace', 'patch'] as const) await change(steps, role, thing)
  await probeConditions(steps, thing)
  await probeOtherUser(steps, thing)
  await remove(steps, thing)
}

interface Written {
  sent: unknown
  answer: unknown
  /** What a read has shown before. */
  before: unknown
  /** The values are such that a server that keeps others as they are keeps them too. */
  isSteady?: boolean
}

/** Expects a thing to be there, with what was sent. */
async function readsAsSent(steps: CollectionSteps, write: Operation, thing: Resource, written: Written): Promise<void> {
  const read = steps.operation('read')
  if (!read || !isMapping(written.sent)) return
  const wrongIn = (reply: Reply) => wrongMember(steps, read, write, written, jsonOf(reply))
  const isRight = (reply: Reply | undefined) => !reply || (reply.status < 300 && wrongIn(reply) === undefined)
  const reply = await steps.until(() => steps.read(thing), isRight)
  if (!reply) return
  if (reply.status >= 400 && reply.status < 500 && ![401, 403, 429].includes(reply.status)) {
    return steps.fail(read, `answers ${reply.status} for what ${write.id} has just written`, 'the thing', reply.status)
  }
  const wrong = reply.status < 300 ? wrongIn(reply) : undefined
  if (wrong) steps.fail(read, `does not show at /${wrong.name} what ${write.id} was sent`, wrong.expected, wrong.seen)
}

/** A member of what was sent that a read shows otherwise: the old value, or not what the write has answered. */
function wrongMember(
  steps: CollectionSteps,
  read: Operation,
  write: Operation,
  { sent, answer, before, isSteady = false }: Written,
  shown: unknown,
): { name: string; expected: unknown; seen: unknown } | undefined {
  const known = recordIn(shown, sent)
  if (!known) return undefined
  const [answered, old] = [recordIn(answer, sent), recordIn(before, sent)]
  for (const [name, value] of Object.entries(sent as Members)) {
    if (value === null || !steps.isShown(read, name) || steps.isSetByServer(write, name)) continue
    const seen = known[name]
    if (isAlike(seen, value)) continue
    const isAcknowledged = answered !== undefined && isAlike(answered[name], value)
    const isOld = old !== undefined && isDeepStrictEqual(seen, old[name])
    if (isSteady || isAcknowledged || isOld || seen === undefined) return { name, expected: value, seen }
  }
  return undefined
}

/** The list has what was made, and does what its parameters are called. */
async function probeCollectionList(steps: CollectionSteps, thing: Resource, body: unknown): Promise<void> {
  const { collection, things } = steps.options
  const operation = steps.operation('list')
  if (!operation) return
  const content = bodyOf(steps.create)
  const change = (input: AttemptInput) => {
    const own = bodyValueOf(input)
    return content ? withBody(input, content, steps.otherValues(steps.create, own, Object(body)).body) : input
  }
  const other = await things.make(collection, change, { isChanged: true }).catch(() => undefined)
  const second = other?.thing ?? (await things.make(collection).catch(() => undefined))?.thing
  const own = [thing, second].flatMap((one) => (one ? [String(one.values.at(-1))] : []))
  const list = new ListProbe(steps.prober, {
    list: operation,
    own,
    ask: (query) => steps.list(thing, query),
    // A list may show two values that could be the key, and have a small number in several places.
    keyOf: (item) => {
      const key = steps.keyOf(item)
      if (own.includes(key)) return key
      return own.find((one) => scalarsIn(item).some(({ value }) => String(value) === one)) ?? key
    },
    until: (ask, isRight) => steps.until(ask, isRight),
    createdBy: steps.create.id,
  })
  await list.run()
}

const duplicateWords = /exists|duplicate|taken|already|unique|twice/i

/** The same body twice is a duplicate, or another thing, and no fault of the server. */
async function repeats(steps: CollectionSteps, thing: Resource, sent: AttemptInput): Promise<void> {
  const { create, prober } = steps
  const { collection, things } = steps.options
  if (!collection.operations.has('create')) {
    const input = await steps.requestAt(create, thing)
    const same = { ...sent, path: input.path ?? {} }
    await prober.ask(create, valid('the same request twice'), () => prober.attempt(create, same))
    return
  }
  const header = create.parameters.find(({ in: place, name }) => place === 'header' && bare(name) === 'idempotencykey')
  const key = `rulebound-${randomInt(1e9)}`
  const again = (input: AttemptInput) => {
    const same = { ...sent, path: input.path ?? {} }
    return header ? withParameter(same, header, key) : same
  }
  const keys: unknown[] = []
  let isTaken = false
  for (const _ of header ? [1, 2] : [1])
    await prober.ask(create, valid('the same body twice'), async () => {
      const { reply, thing: made } = await things.make(collection, again, { isRepeated: true, isChanged: true })
      if (made) keys.push(made.values.at(-1))
      isTaken ||= reply.status < 300
      return reply
    })
  if (header && keys.length === 2 && keys[0] !== keys[1])
    steps.fail(create, `makes two things under one ${header.name}`, keys[0], keys[1])
  const conflict = nodeAt(prober.plan.observation.contract.document, findResponse(create, 409) ?? '/none')
  const isOfKey = keyOfItem(bodyValueOf(sent), collection) === thing.values.at(-1)
  const isForbidden = create.responses.has('409') && (isOfKey || duplicateWords.test(String(conflict?.description)))
  if (!header && isTaken && isForbidden)
    steps.fail(create, 'takes the same body twice, and its document answers 409 to a duplicate', '409', 'a success')
}

/** Members that are left out have the documented default. */
async function leastBody(steps: CollectionSteps, body: unknown): Promise<void> {
  const { create, prober } = steps
  const { collection, things } = steps.options
  const content = bodyOf(create)
  const { schema, schemas } = steps.bodySchema(create)
  const { value: least } = sampleOf(schema, { schemas, size: 'minimal' })
  if (!content || !isMapping(body) || !isMapping(least)) return
  const left = Object.keys(body).filter((name) => !Object.hasOwn(least, name) && !things.isName(collection, name))
  const withoutThem = (input: AttemptInput) => {
    const own = Object.entries(Object(bodyValueOf(input))).filter(([name]) => !left.includes(name))
    return withBody(input, content, Object.fromEntries(own))
  }
  if (left.length === 0) return
  let made: Resource | undefined
  const probe = valid('a body with no member that may be left out')
  const reply = await prober.ask(create, probe, async () => {
    const { reply: answer, thing } = await things.make(collection, withoutThem, { isChanged: true })
    made = thing
    return answer
  })
  if (!reply || reply.status >= 300) return
  const read = made && (await steps.read(made))
  const shown = recordIn(jsonOf(read && read.status < 300 ? read : reply))
  for (const name of shown ? left : []) {
    const { default: usual } = steps.memberSchema(create, name)
    const seen = shown?.[name]
    if (usual === undefined || usual === null || seen === undefined || isAlike(seen, usual)) continue
    steps.fail(create, `does not give /${name} its default where it is left out`, usual, seen)
  }
}

/** Values that are harder to keep than plain ones, and that nobody has a reason to write in another way. */
const isHardValue = (value: unknown, name: string) =>
  !/slug|code|handle|login|user|mail|phone|country|currency|lang|locale|sku|isbn/i.test(name) &&
  (typeof value === 'number' ? value === 0.1 || value === 2 ** 31 - 1 : /^[éßα中あ한]+$/.test(String(value)))

/** Writes other values, and reads them again; then such that are harder to keep. */
async function change(steps: CollectionSteps, role: 'replace' | 'patch', thing: Resource): Promise<void> {
  const write = steps.changing(role)
  if (!write) return
  // Finds a body that the server takes.
  await steps.prober.ask(write, valid('a valid request'), () => steps.options.things.ask(write))
  const plain = await writeOther(steps, role, write, thing)
  if (!plain) return
  if (role === 'replace') {
    const same = { ...(await steps.writeAt(write, thing)), body: plain.body }
    await steps.prober.ask(write, valid('the same request twice'), () => steps.prober.attempt(write, same))
  }
  await writeOther(steps, role, write, thing, isHardValue)
  await writeReadOnly(steps, write, thing)
  if (role === 'patch') await removeByNull(steps, write, thing)
}

async function oldRecord(steps: CollectionSteps, thing: Resource): Promise<Members | undefined> {
  const reply = await steps.read(thing)
  return reply && reply.status < 300 ? recordIn(jsonOf(reply)) : undefined
}

/** @returns the request, if the server has taken it and shows what it says */
async function writeOther(
  steps: CollectionSteps,
  role: 'replace' | 'patch',
  write: Operation,
  thing: Resource,
  isChosen?: (value: unknown, name: string) => boolean,
): Promise<AttemptInput | undefined> {
  const { prober } = steps
  const old = await oldRecord(steps, thing)
  const content = bodyOf(write)
  const input = await steps.writeAt(write, thing)
  if (!input || !content || !old) return undefined
  const made = steps.otherValues(write, bodyValueOf(input), old, isChosen, thing)
  if (isChosen && made.changed.length === 0) return undefined
  // A patch has one member, so that the others must stay.
  const isPart = role === 'patch' && !isChosen
  const alone = Object.fromEntries(Object.entries(Object(made.body)).filter(([name]) => name === made.changed[0]))
  const { schema, schemas } = steps.bodySchema(write)
  const body = isPart && made.changed.length > 0 && schemas.accepts(schema, alone) ? alone : made.body
  if (!isMapping(body) || Object.keys(body).length === 0) return undefined
  const changed = made.changed.filter((name) => Object.hasOwn(body, name))
  const sent = withBody(input, content, body)
  const probe = valid(isChosen ? `values that are hard to keep at ${changed.join(', ')}` : 'a valid request')
  const reply = await prober.ask(write, probe, () => prober.attempt(write, sent))
  if (!reply || reply.status >= 300 || reply.status === 202) return undefined
  const found = prober.findings.length
  const onlyHard = Object.fromEntries(changed.map((name) => [name, body[name]]))
  const written = { sent: isChosen ? onlyHard : body, answer: jsonOf(reply), before: old }
  await readsAsSent(steps, write, thing, { ...written, isSteady: isChosen !== undefined })
  if (role === 'patch') await keepsOthers(steps, write, thing, old, body)
  if (prober.findings.length > found) return undefined
  const staleIn = (item: unknown) => changed.find((name) => !isSameIn(item, name, body[name], old[name]))
  const listed = await steps.until(
    async () => (await steps.list(thing))?.items.find((item) => steps.keyOf(item) === String(thing.values.at(-1))),
    (item) => staleIn(item) === undefined,
  )
  const stale = staleIn(listed)
  const list = steps.operation('list')
  if (list && stale !== undefined)
    steps.fail(list, `still shows at /${stale} what was there before ${write.id}`, body[stale], Object(listed)[stale])
  const { key } = steps.options.collection
  const now = await oldRecord(steps, thing)
  if (key !== undefined && now && old[key] !== undefined && now[key] !== undefined && now[key] !== old[key])
    steps.fail(write, `gives the thing another /${key}`, old[key], now[key])
  return sent
}

/** False for an item that shows the old value. */
function isSameIn(item: unknown, name: string, sent: unknown, old: unknown): boolean {
  const seen = Object(item)[name]
  return seen === undefined || isAlike(seen, sent) || !isDeepStrictEqual(seen, old)
}

/** A patch takes away no member that it was not sent. */
async function keepsOthers(steps: CollectionSteps, write: Operation, thing: Resource, old: Members, body: Members) {
  const shown = await oldRecord(steps, thing)
  if (!shown) return
  const isGone = (name: string) => shown[name] === undefined || shown[name] === null
  const isChanged = (name: string) =>
    typeof old[name] !== 'object' && !steps.isSetByServer(write, name) && !isAlike(shown[name], old[name])
  const others = Object.keys(old).filter((name) => !Object.hasOwn(body, name) && old[name] !== null)
  const lost = others.find((name) => isGone(name) && !steps.isSetByServer(write, name))
  const other = lost ?? others.find((name) => Object.hasOwn(steps.memberSchema(write, name), 'type') && isChanged(name))
  if (other === undefined) return
  const verb = lost === undefined ? 'changes' : 'takes away'
  steps.fail(write, `${verb} /${other}, which it was not sent`, old[other], shown[other] ?? 'nothing')
}

/** A member that only the server may set stays as it is (JSON Schema, "readOnly": an attempt is ignored or rejected). */
async function writeReadOnly(steps: CollectionSteps, write: Operation, thing: Resource): Promise<void> {
  const { schema, schemas } = steps.bodySchema(write)
  const content = bodyOf(write)
  const old = await oldRecord(steps, thing)
  const names = Object.keys(Object(schema.properties)).filter(
    (name) => steps.memberSchema(write, name).readOnly === true && !steps.options.things.isName(undefined, name),
  )
  for (const name of names) {
    const isKey = name === steps.options.collection.key || bare(name) === bare(steps.options.collection.parameter)
    const { readOnly: _, ...member } = steps.memberSchema(write, name)
    const { value } = sampleOf(member, { schemas, hint: 'changed' })
    if (!content || !old || isKey || old[name] === undefined || typeof value === 'object' || value === old[name])
      continue
    const input = await steps.writeAt(write, thing)
    if (!input) return
    const sent = withBody(input, content, { ...Object(bodyValueOf(input)), [name]: value })
    const probe: Probe = { kind: 'unnamed', what: `a value at /${name}, which is read-only`, place: `/${name}` }
    const reply = await steps.prober.ask(write, probe, () => steps.prober.attempt(write, sent))
    const shown = reply && reply.status < 300 ? await oldRecord(steps, thing) : undefined
    if (shown?.[name] !== undefined && isAlike(shown[name], value))
      steps.fail(write, `changes /${name}, which is read-only`, old[name], shown[name])
  }
}

/** In a merge patch, null removes a member (RFC 7396). */
async function removeByNull(steps: CollectionSteps, write: Operation, thing: Resource): Promise<void> {
  const content = bodyOf(write)
  const old = await oldRecord(steps, thing)
  if (!content || !old || !content.mediaType.startsWith('application/merge-patch+json')) return
  const { schema, schemas } = steps.bodySchema(write)
  const name = Object.keys(Object(schema.properties)).find(
    (one) => old[one] !== undefined && old[one] !== null && schemas.accepts(schema, { [one]: null }),
  )
  if (name === undefined) return
  const input = await steps.requestAt(write, thing)
  const sent = withBody(input, content, { [name]: null })
  const probe = valid(`null at /${name}`)
  const reply = await steps.prober.ask(write, probe, () => steps.prober.attempt(write, sent))
  if (!reply || reply.status >= 300 || reply.status === 202) return
  const isRemoved = (shown: Members | undefined) => !shown || !isDeepStrictEqual(shown[name], old[name])
  const shown = await steps.until(() => oldRecord(steps, thing), isRemoved)
  if (!isRemoved(shown)) steps.fail(write, `does not remove /${name} by null (RFC 7396)`, 'nothing', old[name])
}

/** What was removed is not read, not listed and not changed, and is removed once. */
async function remove(steps: CollectionSteps, thing: Resource): Promise<void> {
  const { prober } = steps
  const removal = steps.operation('delete')
  const read = steps.operation('read')
  if (!removal) return
  const children = await probeRemovedParent(steps, thing)
  const before = await steps.read(thing)
  const input = await steps.requestAt(removal, thing)
  const reply = await prober.ask(removal, valid('a valid request'), () => prober.attempt(removal, input))
  if (!reply || reply.status >= 300 || reply.status === 202) return
  const after = await steps.until(
    () => steps.read(thing),
    (one) => !one || one.status >= 300,
  )
  if (read && after && after.status < 300) {
    if (before && isDeepStrictEqual(after.body, before.body))
      steps.fail(read, stillShows(removal, reply), '404', after.status)
    return
  }
  const list = steps.operation('list')
  const key = String(thing.values.at(-1))
  const isGone = (page: ListPage | undefined) => !page?.items.some((item) => steps.keyOf(item) === key)
  if (list && !isGone(await steps.until(() => steps.list(thing), isGone)))
    steps.fail(list, `still shows what ${removal.id} has removed`, 'no such thing', key)
  const again: Probe = { kind: 'unnamed', what: 'the key of a thing that was removed', place: 'path' }
  await steps.read(thing, {}, again)
  await children()
  await prober.ask(removal, again, () => prober.attempt(removal, input))
  for (const role of ['patch', 'replace'] as const) {
    const write = steps.changing(role)
    if (!write || !read || write.responses.has('201')) continue
    const input = await steps.writeAt(write, thing)
    const late = input && (await prober.ask(write, again, () => prober.attempt(write, input)))
    if (late && late.status < 300 && write.responses.has('404'))
      steps.fail(write, `answers ${late.status} for a thing that was removed`, '404', late.status)
  }
}

/** Words of a fault that a derived rule tells as well. */
export function stillShows(removal: Operation, { status }: Pick<Reply, 'status'>): string {
  return `still shows the thing unchanged after ${removal.id} has answered ${status}`
}
