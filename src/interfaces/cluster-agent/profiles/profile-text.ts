import type { Frame } from './call-stacks.ts'
import type { ProfileKind, Sample } from './profile-kinds.ts'

/** A profile as text, in the form of the runtime for each kind (AGT-143). */
export function writeProfileText(name: string, kind: ProfileKind, agent: string): string {
  const stacks = kind.samples.map(
    (sample) => `${count(kind, sample)} @ ${addresses(sample.stack)}\n${lines(sample.stack)}`,
  )
  return `${heading(name, kind)}\n${stacks.join('\n')}\n# agent: ${agent}\n`
}

/** Goroutines one by one, with the reason and the duration of each wait (AGT-144). */
export function writeGoroutines(agent: string): string {
  return `goroutine 51 [running]:
runtime/pprof.writeRuntimeProfile({0x1a5f0e0, 0xc000524000}, 0x2)
	runtime/pprof/pprof.go:793 +0x145
agent/http.(*Server).wrap(0xc0001f4000)
	agent/http/http.go:712 +0x1a5

goroutine 1 [chan receive, 12 minutes]:
main.run(0xc0000b2000)
	main.go:41 +0x1a5
main.main()
	main.go:17 +0x25

goroutine 34 [IO wait]:
internal/poll.runtime_pollWait(0x7f5c1c2f8e98, 0x72)
	runtime/netpoll.go:343 +0x85

goroutine 47 [select, 3 minutes]:
agent/scheduler.(*Worker).run(0xc0003a8000)
	agent/scheduler/worker.go:398 +0x2e5

# agent: ${agent}
`
}

function heading(name: string, kind: ProfileKind): string {
  const total = (index: number) => kind.samples.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)
  switch (kind.textForm) {
    case 'count':
      return `${name} profile: total ${total(0)}`
    case 'heap':
      return `heap profile: ${total(2)}: ${total(3)} [${total(0)}: ${total(1)}] @ heap/${kind.period[2] * 2}`
    case 'contention':
      return `--- ${name === 'block' ? 'contention' : name}:\ncycles/second=1000000000`
  }
}

function count({ textForm }: ProfileKind, { values: [first = 0, second = 0, third = 0, fourth = 0] }: Sample): string {
  switch (textForm) {
    case 'count':
      return String(first)
    case 'heap':
      return `${third}: ${fourth} [${first}: ${second}]`
    case 'contention':
      return `${second} ${first}`
  }
}

function addresses(stack: readonly Frame[]): string {
  // A return address is one byte behind the call that the lines below name.
  return stack.map(({ address }) => hex(address + 1)).join(' ')
}

function lines(stack: readonly Frame[]): string {
  return stack
    .map(
      ({ name, file, line, start, address }) =>
        `#\t${hex(address)}\t${name}+${hex(address - start)}\t${file}:${line}\n`,
    )
    .join('')
}

function hex(value: number): string {
  return `0x${value.toString(16)}`
}
