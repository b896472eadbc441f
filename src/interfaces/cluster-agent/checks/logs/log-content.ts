import { expect } from '../../../../check/expect.ts'
import type { Context } from '../context.ts'
import { type Level, levels, openLog, readLog, silence } from '../log-stream.ts'

/** The content of the mock's logs is assumed (gap AGT-G42). */
const gap = 'AGT-G42'

/** Moment, level and the rest of a line: `2026-03-02T09:15:00.911Z [INFO]  agent: starting: node=server1.global`. */
const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (?:\[(INFO|WARN)\] {2}|\[(TRACE|DEBUG|ERROR)\] )([a-z]+: \S.*)$/

interface LogLine {
  time: number
  level: string
  text: string
}

function parse(line: string): LogLine {
  const [, time = '', short = '', long = '', text = ''] = form.exec(line) ?? []
  return { time: Date.parse(time), level: (short + long).toLowerCase(), text }
}

/** Performs an action, and expects a line about it in the log of the answering agent. */
export async function assumeLogged<T>(
  t: Context,
  act: () => Promise<T>,
  { level = 'info', text }: Partial<LogLine> & { text: string },
): Promise<T> {
  if (!t.hasControl) return act()
  // An earlier line may have the same millisecond.
  await t.control.advanceClock(1)
  const begun = await t.now()
  const done = await act()
  const isBeat = ({ text }: LogLine) => text.startsWith('agent: heartbeat ')
  const since = (lines: string[]) => lines.map(parse).filter((line) => line.time >= begun && !isBeat(line))
  const { lines } = await readLog(t, { plain: true }, ({ lines }) => since(lines).length > 0)
  const now = await t.now()
  t.assume(gap, () => {
    const [first] = since(lines)
    expect(first, 'what the agent has logged of it').toMatchObject({ level, text })
    expect(first?.time, 'when the agent has logged it').toBeLessThanOrEqual(now)
  })
  return done
}

/** How many lines an agent logs at each level in a minute, and in order; a member that fails and recovers meanwhile is among them. */
export async function assumeBeat(t: Context, node: string): Promise<void> {
  const query = { plain: true, log_level: 'trace' }
  const { chunks, close } = (await openLog(t, { query })) ?? t.inconclusive(silence)
  // An earlier line may have the same second.
  await t.control.advanceClock(1)
  const begun = Math.floor((await t.now()) / 1000) * 1000
  await t.control.run('failMember', { node })
  await t.control.run('recoverMember', { node })
  await t.control.advanceClock(135)
  const lines: LogLine[] = []
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true })
    lines.splice(0, Number.POSITIVE_INFINITY, ...text.split('\n').slice(0, -1).map(parse))
    if (lines.some(({ time }) => !(time <= begun + 130_000))) break
  }
  close()
  const isEvent = ({ text }: LogLine) => text.startsWith('serf: ')
  const minute = lines.filter((line) => line.time > begun && line.time <= begun + 60_000 && !isEvent(line))
  const count = (level: string) => minute.filter((line) => line.level === level).length
  const moments = lines.map(({ time }) => time)
  t.assume(gap, () => {
    expect(['trace', 'debug', 'info'].map(count), 'lines at each level in a minute').toEqual([60, 30, 12])
    const events = lines.filter((line) => isEvent(line) && line.time >= begun).map((line) => line.text)
    const expected = ['failed', 'joined'].map((what) => `serf: member ${what}: member=${node} `)
    expect(events, 'what happened meanwhile').toEqual(expected.map(expect.stringContaining))
    expect(moments, 'moments of the lines').toEqual(moments.toSorted((one, other) => one - other))
  })
}

/** Each name of an agent selects its log, whose first line names it. */
export async function assumeNames(t: Context, client: string): Promise<void> {
  const { member, stats } = (await t.call('getSelf')).body
  const { Members } = (await t.call('listMembers')).body
  const other = Members.find(({ Name, Status }) => Name !== member.Name && Status === 'alive') ?? member
  await t.control.setConditions({ leader: other.Name })
  const names: [query: Record<string, string>, name: string][] = [
    [{}, member.Name],
    [{ node_id: stats.client?.node_id ?? '' }, member.Name],
    [{ server_id: member.Name }, member.Name],
    [{ server_id: 'leader' }, other.Name],
    [{ node_id: client }, ((await t.control.getRecord('clients', client)) as { name: string }).name],
  ]
  for (const [query, name] of names) {
    const { lines } = await readLog(t, { ...query, plain: true }, ({ lines }) => lines.length > 0)
    const what = `first line of the log with ${JSON.stringify(query)}`
    t.assume(gap, () => expect(parse(lines[0] ?? '').text, what).toBe(`agent: starting: node=${name}`))
  }
  await t.control.setConditions({ leader: member.Name })
}

/** At each level, the beginning of the log is the full log without the lower levels. */
export async function assumeLevels(t: Context): Promise<void> {
  const { lines: all } = await readLog(t, { plain: true, log_level: 'trace' }, ({ lines }) => lines.length >= 6)
  for (const log_level of levels) {
    const atLeast = all
      .slice(0, 6)
      .filter((line) => levels.indexOf(parse(line).level as Level) >= levels.indexOf(log_level))
    const { lines } = await readLog(t, { plain: true, log_level }, ({ lines }) => lines.length >= atLeast.length)
    t.assume('AGT-G23', () => {
      expect(lines.slice(0, atLeast.length), `how the log begins with log_level=${log_level}`).toEqual(atLeast)
    })
  }
}

/** A JSON line of the log in the text form, with its fields in the same order. */
export function inText(line: string): string {
  const names = Object.keys(JSON.parse(line))
  expect(names, 'names in a line in JSON').toEqual(names.toSorted())
  const {
    '@level': level,
    '@module': module,
    '@message': message,
    '@timestamp': time,
    '@caller': caller,
    ...fields
  } = JSON.parse(line) as Record<string, string>
  const values = Object.entries(fields).map(([name, value]) => ` ${name}=${value}`)
  const label = `[${level?.toUpperCase()}]`.padEnd(7)
  return `${time} ${label} ${caller ? `${caller}: ` : ''}${module}: ${message}${values.length > 0 ? ':' : ''}${values.join('')}`
}

/** A line without its source place: `agent/agent.go:41`. */
export const withoutPlace = (line: string): string => line.replace(/ (\w+)\/\1\.go:\d+: (?=\1: )/, ' ')

/** Sorts the fields, because the two forms may order them differently. */
const inOrder = (line: string) => line.replace(/(?: \w+=\S+)+$/, (fields) => fields.split(' ').toSorted().join(' '))

/** The log with a flag has the same lines as without it, except for their form. */
export async function assumeSameLog(
  t: Context,
  flag: Record<string, boolean>,
  plainly: (line: string) => string,
): Promise<void> {
  const query = { plain: true, log_level: 'trace' }
  const enough = ({ lines }: { lines: string[] }) => lines.length >= 6
  const first = (lines: string[]) => lines.slice(0, 6).map(inOrder)
  const { lines: expected } = await readLog(t, query, enough)
  for (const more of [{}, { log_include_location: true }]) {
    const { lines } = await readLog(t, { ...query, ...more, ...flag }, enough)
    t.assume('AGT-G41', () => {
      const inFull = lines.map(plainly)
      const seen = inFull.map(withoutPlace)
      const placed = seen.filter((line, index) => line !== inFull[index]).length
      const hasPlaces = 'log_include_location' in { ...more, ...flag }
      expect(placed, 'lines that name their place').toBe(hasPlaces && plainly !== withoutPlace ? lines.length : 0)
      expect(first(seen), `lines of the log with ${JSON.stringify({ ...more, ...flag })}`).toEqual(first(expected))
    })
  }
}
