/** A function of the agent's program, as in a stack. */
export interface Frame {
  name: string
  file: string
  line: number
  /** Start address of the function. */
  start: number
  /** Address of the stack within the function. */
  address: number
}

/** Functions of the program, and the line of a stack in each; the order determines the addresses. */
const program: readonly [name: string, file: string, line: number][] = [
  ['runtime.main', 'runtime/proc.go', 283],
  ['main.main', 'main.go', 17],
  ['main.run', 'main.go', 41],
  ['runtime.gopark', 'runtime/proc.go', 435],
  ['runtime.chanrecv1', 'runtime/chan.go', 489],
  ['runtime.selectgo', 'runtime/select.go', 351],
  ['runtime.futex', 'runtime/sys_linux_amd64.s', 558],
  ['runtime.findRunnable', 'runtime/proc.go', 3426],
  ['runtime.schedule', 'runtime/proc.go', 3996],
  ['runtime.mcall', 'runtime/asm_amd64.s', 459],
  ['runtime.mallocgc', 'runtime/malloc.go', 1055],
  ['runtime.allocm', 'runtime/proc.go', 2259],
  ['runtime.newm', 'runtime/proc.go', 2778],
  ['internal/poll.runtime_pollWait', 'runtime/netpoll.go', 343],
  ['internal/poll.(*pollDesc).wait', 'internal/poll/fd_poll_runtime.go', 84],
  ['net.(*netFD).accept', 'net/fd_unix.go', 172],
  ['net/http.(*Server).Serve', 'net/http/server.go', 3330],
  ['net/http.(*conn).serve', 'net/http/server.go', 2102],
  ['encoding/json.Marshal', 'encoding/json/encode.go', 176],
  ['sync.(*Mutex).Unlock', 'sync/mutex.go', 65],
  ['agent/http.(*Server).wrap', 'agent/http/http.go', 712],
  ['agent/raft.(*Raft).heartbeat', 'agent/raft/replication.go', 411],
  ['agent/scheduler.(*Worker).run', 'agent/scheduler/worker.go', 398],
  ['runtime/pprof.writeRuntimeProfile', 'runtime/pprof/pprof.go', 793],
]

const frames: ReadonlyMap<string, Frame> = new Map(
  program.map(([name, file, line], index) => {
    const start = 0x401000 + index * 0x1000
    return [name, { name, file, line, start, address: start + 0x20 + ((line * 7) % 0xf00) }]
  }),
)

/** A call stack, innermost function first. */
export function stack(...names: string[]): Frame[] {
  return names.map((name) => {
    const frame = frames.get(name)
    if (!frame) throw new Error(`the agent's program has no function ${name}`)
    return frame
  })
}
