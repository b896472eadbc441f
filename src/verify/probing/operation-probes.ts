import type { AttemptInput, Reply } from '../../check/check.ts'
import { anyNames, bare, type RecordCollection } from '../../contract/collections/collections.ts'
import { isMapping, isObject, namesIn, valueAt } from '../../contract/json-pointer.ts'
import { parseMediaType } from '../../contract/media-type.ts'
import { type Operation, sentParameters } from '../../contract/operation.ts'
import { bodyValueOf, isOneSegment } from '../context/ownership.ts'
import { recordPath } from '../derive/observation.ts'
import { createOperationOf } from '../derive/resource-keys.ts'
import { isReached, type Resources, uniqueMembers } from '../derive/resources.ts'
import { bodyOf, withBody } from '../derive/valid-request.ts'
import { replaceAt } from '../derive/wrong-value.ts'
import { type Credential, readMethods } from '../target/target.ts'
import { bodyCases, type ProbeCase, parameterCases, successTypes, withoutCredential, withoutParts } from './cases.ts'
import { isBroken, type Probe } from './judge.ts'
import type { Prober } from './prober.ts'

export interface OperationProbes {
  operation: Operation
  collection: RecordCollection | undefined
  things: Resources
  /** The credential of the run, if it has one. */
  credential: Credential | undefined
  /** What was asked in an earlier round. */
  asked: Set<string>
}

type Send = (change?: (input: AttemptInput) => AttemptInput) => Promise<Reply | undefined>

/** Sends the probes of one operation: valid requests, values at the edges, single faults, and strangers. */
export async function probeOperation(prober: Prober, probes: OperationProbes): Promise<void> {
  const { operation, collection, things, asked } = probes
  const { contract, isRead: isReadOf } = prober.plan.observation
  const isRead = isReadOf(operation)
  const isCreate = collection !== undefined && createOperationOf(collection) === operation
  const isRemoval = operation.method === 'delete'
  const send: Send = async (change) => {
    if (isRemoval && collection) things.forget(collection)
    return things.ask(operation, change)
  }
  const isUnreached = !isCreate && !isReached(await things.requestOf(operation).catch(() => ({ sources: [] })))
  const kind = isUnreached ? 'unnamed' : 'valid'
  const ask = (probe: ProbeCase) =>
    askShrunk(prober, operation, { ...probe, isUnreached: isUnreached && !probe.place.startsWith('path ') }, send)
  const usual = await prober.ask(operation, { kind, what: 'a valid request', place: '' }, () => send())
  if (usual === undefined) return
  if (usual.status >= 400) prober.reasons.push(`${operation.id} answers ${usual.status} to a valid request`)
  if (asked.size === 0) await probeStrangers(prober, probes, send, usual)
  // What the first request has not reached, no other will: the others would repeat its answer.
  if ([401, 403, 405].includes(usual.status) || isBroken(operation, usual.status)) return
  const isGone = usual.status === 404
  if (asked.size === 0 && !isGone) {
    if (collection && isRead && usual.status < 300) await probeUnknownKey(prober, probes, send)
    await probeHeaderNames(prober, operation, send, usual)
    await probeMediaTypes(prober, operation, send, usual)
    await ask(brokenMediaType)
  }
  const ofBody = isGone || isRemoval ? [] : [...bodyCases(contract, operation, prober.plan.seed)]
  const isFree = ({ member }: ProbeCase) =>
    member === undefined || !namesIn(member.at).some((name) => things.isName(collection, name))
  // By these, a server may find a thing of somebody else in place of making one.
  const isTelling = ({ member }: ProbeCase) =>
    isCreate && namesIn(member?.at ?? '').some((name) => uniqueMembers.test(bare(name)))
  const packed = ofBody.filter((one) => one.kind === 'valid' && one.member && isFree(one) && !isTelling(one))
  const others = ofBody.filter((probe) => !packed.includes(probe) && isFree(probe))
  const rounds = inTurn(packed, ({ member }) => member?.at ?? '')
  const alone = inTurn(
    [...parameterCases(contract, operation), ...others],
    ({ place, kind }) => `${kind} ${place.replace(/^body .*/, '')}`,
  )
  for (let index = 0; index < Math.max(rounds.length, alone.length); index++) {
    const together = rounds[index] ?? []
    const once = async (name: string, run: () => Promise<unknown>) => {
      if (prober.isCut || asked.has(name)) return
      await run()
      if (!prober.isCut) asked.add(name)
    }
    if (together.length > 0) await once(`round ${index}`, () => probePacked(prober, operation, together, send))
    for (const probe of alone[index] ?? []) await once(probe.what, () => askAlone(probe))
  }

  async function askAlone(probe: ProbeCase): Promise<void> {
    const isOfPath = probe.place.startsWith('path ')
    if (ofBody.includes(probe)) return ask(probe)
    if ((isGone && !isOfPath) || (isRemoval && probe.kind !== 'invalid')) return
    if (!isOfPath || isRead) return ask(probe.kind === 'valid' ? { ...probe, kind } : probe)
    // Another key may be the key of another thing. One that the schema forbids is tried where a read shows that nothing has it.
    const key = probe.change({}).path?.[collection?.parameter ?? '']
    const isChosen = isCreate && !collection.operations.has('create') && isOneSegment(key ?? '')
    if (isChosen && probe.kind === 'invalid')
      await prober.ask(operation, probe, () => things.makeAndRemove(collection, undefined, { key, isChanged: true }))
  }
}

/**
 * The first case of each place, then the second ones, and so on, with null and lists in place of a body before others: a run that ends
 * early has asked something of each.
 */
function inTurn(cases: readonly ProbeCase[], placeOf: (probe: ProbeCase) => string): ProbeCase[][] {
  const isLikely = ({ value, place }: ProbeCase) => value === 'null' || /^body (a|an empty) list/.test(place)
  const sorted = cases.toSorted((one, other) => Number(isLikely(other)) - Number(isLikely(one)))
  const lists = [...Map.groupBy(sorted, placeOf).values()]
  const length = Math.max(0, ...lists.map((list) => list.length))
  return Array.from({ length }, (_, index) => lists.flatMap((list) => list[index] ?? []))
}

/**
 * Asks, and where the answer shows a fault, leaves out of the request what may be left out while it still does: all at once, or else one
 * part after the other. Only reads and what was not taken are sent again.
 */
async function askShrunk(prober: Prober, operation: Operation, probe: ProbeCase, send: Send): Promise<void> {
  const { findings } = prober
  const before = findings.length
  const reply = await prober.ask(operation, probe, () => send(probe.change))
  const [fault] = findings.slice(before)
  if (!fault || !probe.parts?.length || prober.shrunk.has(fault.cause)) return
  prober.shrunk.add(fault.cause)
  const isSent = prober.plan.observation.isRead(operation) || (reply?.status ?? 500) >= 400
  const shows = async (left: readonly string[]) => {
    const known = findings.length
    const change = (input: AttemptInput) => withoutParts(operation, probe, input, left)
    await prober.ask(operation, { ...probe, what: `${probe.what}, with less beside it` }, () => send(change))
    const isShown = findings.slice(known).some(({ cause }) => cause === fault.cause)
    if (!isShown) findings.splice(known)
    return isShown
  }
  if (!isSent || (await shows(probe.parts))) return
  // A creation may have made something before it failed.
  if (reply === undefined || reply.status >= 500) return
  const left: string[] = []
  for (const part of probe.parts) if (await shows([...left, part])) left.push(part)
}

/** A key that nothing has is answered as its document says. */
async function probeUnknownKey(prober: Prober, { operation, collection, things }: OperationProbes, send: Send) {
  const name = collection?.parameter ?? ''
  if (collection?.operations.get('read') !== operation || !operation.responses.has('404')) return
  const probe: Probe = { kind: 'unnamed', what: 'a key that nothing has', place: 'path' }
  const reply = await prober.ask(operation, probe, async () => {
    const key = String(things.newKey(operation, name))
    return send((input) => ({ ...input, path: { ...input.path, [name]: key } }))
  })
  if (reply && reply.status < 300)
    prober.fail(operation, `answers ${reply.status} to a key that nothing has`, '404', reply.status)
}

/** Sends one valid value of each member together, and each alone where the server does not take them. */
async function probePacked(prober: Prober, operation: Operation, chosen: readonly ProbeCase[], send: Send) {
  const content = bodyOf(operation)
  if (!content) return
  const together = (input: AttemptInput) => {
    const body = chosen.reduce((value, { member = { at: '', value } }) => replaced(value, member), bodyValueOf(input))
    return withBody(input, content, body)
  }
  const before = prober.findings.length
  const what = chosen.map((one) => one.what.replace('a body with ', '')).join(', ')
  const probe: Probe = { kind: 'valid', what: `a body with ${what}`, place: 'several' }
  const reply = await prober.ask(operation, probe, () => send(together))
  const isTaken = reply !== undefined && reply.status < 300 && prober.findings.length === before
  if (isTaken || (chosen.length === 1 && reply !== undefined && reply.status < 500)) return
  // The smallest request tells more.
  const found = prober.findings.splice(before)
  for (const one of chosen)
    await prober.ask(operation, one, () => send((own) => withoutParts(operation, one, own, one.parts)))
  if (prober.findings.length === before)
    for (const one of chosen) await prober.ask(operation, one, () => send(one.change))
  if (prober.findings.length === before) prober.findings.push(...found)
}

function replaced(body: unknown, { at, value }: { at: string; value: unknown }): unknown {
  const [first = ''] = namesIn(at)
  // A member that another value has taken out of the body is tried alone.
  const isThere = isMapping(body) && Object.hasOwn(body, first) && isObject(valueAt(body, at.replace(/\/[^/]*$/, '')))
  return isThere ? replaceAt(body, at, { value }) : body
}

/** No credential, and a wrong one, where the document asks for one; no credential, where it asks for none. */
async function probeStrangers(
  prober: Prober,
  { operation, credential }: OperationProbes,
  send: Send,
  usual: Reply,
): Promise<void> {
  const sent = Object.entries(credential?.headers ?? {})
  if (!operation.security.isDemanded) {
    const isOpen =
      prober.plan.observation.contract.document.security !== undefined && sent.length > 0 && usual.status < 300
    if (isOpen)
      await prober.ask(operation, { ...withoutCredential, kind: 'open' }, () => send(withoutCredential.change))
    return
  }
  await prober.ask(operation, withoutCredential, () => send(withoutCredential.change))
  // The mock takes any credential, as its guide says.
  if (sent.length === 0 || usual.headers['x-mock-operation'] !== undefined) return
  const unknown = sent.map(([name, value]) => [name, value.replace(/[^\s;=]+$/, 'rulebound-unknown')])
  const wrong = (input: AttemptInput) => ({ ...input, headers: { ...input.headers, ...Object.fromEntries(unknown) } })
  const what = 'a request with an unknown credential'
  await prober.ask(operation, { ...withoutCredential, what }, () => send(wrong))
}

/** A media type that lacks what it needs is refused, or ignored where there is no body. */
const brokenMediaType: ProbeCase = {
  kind: 'unnamed',
  what: 'Content-Type: multipart/form-data without a boundary',
  place: 'syntax',
  value: 'multipart/form-data',
  change: (input) => ({ ...input, headers: { ...input.headers, 'content-type': 'multipart/form-data' } }),
}

/** Names of headers are the same in any case (RFC 9110, 5.1): both must be answered alike. */
async function probeHeaderNames(prober: Prober, operation: Operation, send: Send, usual: Reply): Promise<void> {
  for (const { name, in: place, required } of sentParameters(operation)) {
    if (place !== 'header' || name === name.toLowerCase()) continue
    const asNamed = (input: AttemptInput): AttemptInput => {
      const { [name.toLowerCase()]: value, ...headers } = { ...input.headers }
      return value === undefined ? input : { ...input, headers: { ...headers, [name]: value } }
    }
    if (!required) continue
    const what = `the header ${name} with this name in place of ${name.toLowerCase()}`
    const reply = await prober.ask(operation, { kind: 'valid', what, place: `header ${name}` }, () => send(asNamed))
    if (!reply || Math.floor(reply.status / 100) === Math.floor(usual.status / 100)) continue
    const words = `answers ${reply.status} to the header ${name}, and ${usual.status} to ${name.toLowerCase()}`
    prober.fail(operation, words, 'the same for both', `${reply.status} and ${usual.status}`)
  }
}

/** Each documented media type of the answer may be asked for, and another one is refused where the document says so. */
async function probeMediaTypes(prober: Prober, operation: Operation, send: Send, usual: Reply): Promise<void> {
  const types = successTypes(prober.plan.observation.contract, operation).filter((one) => !one.includes('*'))
  // Without 406, a server may answer in the documented type that it likes best (RFC 9110, 12.5.1).
  const isNegotiated = operation.responses.has('406')
  if (usual.status >= 300) return
  const ask = (type: string) => {
    const accept = (input: AttemptInput): AttemptInput => ({ ...input, headers: { ...input.headers, accept: type } })
    return prober.ask(operation, { kind: 'valid', what: `Accept: ${type}`, place: 'accept' }, () => send(accept))
  }
  for (const type of types.length < 2 ? [] : new Set(types)) {
    const reply = await ask(type)
    const given = reply?.headers['content-type']
    if (reply?.status === 406) prober.fail(operation, `refuses Accept: ${type}`, type, '406')
    else if (
      isNegotiated &&
      reply &&
      reply.status < 300 &&
      given !== undefined &&
      parseMediaType(given) !== parseMediaType(type)
    )
      prober.fail(operation, `answers Accept: ${type} with another type`, type, given)
  }
  const other = isNegotiated ? await ask('application/x-rulebound') : undefined
  if (other && other.status < 300 && other.text !== '')
    prober.fail(operation, 'takes Accept: application/x-rulebound', '406', other.status)
}

const methods = ['GET', 'TRACE', 'PUT', 'PATCH', 'POST', 'DELETE']

/**
 * Sends methods that a path does not have, at a thing of the run, or at keys that nothing has: what a server does with them is known to
 * nobody.
 *
 * @param operations of one path
 * @param mayLast what a method makes may stay
 */
export async function probeMethods(
  prober: Prober,
  operations: readonly Operation[],
  { things, collection, mayLast }: { things: Resources; collection: RecordCollection | undefined; mayLast: boolean },
): Promise<void> {
  const [operation] = operations
  if (!operation) return
  const { ownership } = prober.plan.observation
  const declared = new Set(
    operations.flatMap(({ method, alsoAccepts }) => [method, ...alsoAccepts]).map((one) => one.toUpperCase()),
  )
  if (collection && anyNames(recordPath(collection)) === anyNames(operation.path)) things.forget(collection)
  const usual = await things.requestOf(operations.find(({ method }) => method === 'get') ?? operation)
  const isOwn = usual.values.length > 0 && ownership.owns(operation.path, usual.values)
  // What another method does to what the run has not made is known to nobody, also where it is called GET.
  const request = isOwn ? usual : mayLast ? await things.requestOfNothing(operation, usual) : undefined
  for (const method of request ? methods.filter((one) => !declared.has(one)) : []) {
    const what = `${method} ${operation.path}`
    const without = { ...request?.input, method, body: undefined }
    const withBody = { ...without, headers: { ...without.headers, 'content-type': 'application/json' }, body: '{}' }
    const change = /^P/.test(method) ? withBody : without
    const send = () => prober.attempt(operation, change)
    const reply = await prober.ask(operation, { kind: 'method', what, place: 'method' }, send)
    if (!reply || reply.status >= 300 || isOwn || readMethods.has(method) || method === 'DELETE') continue
    const remove = operations.find((one) => one.method === 'delete')
    const undo: Probe = { kind: 'unnamed', what: `a removal of what ${what} has made`, place: '' }
    const gone = remove && (await prober.ask(remove, undo, () => prober.attempt(remove, request?.input ?? {})))
    if (!gone || gone.status >= 300)
      prober.context.leaves(`what ${what} may have made at ${request?.values.join(', ')}`)
  }
}
