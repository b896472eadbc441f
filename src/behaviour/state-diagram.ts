/** The states of a thing and the transitions between them, computed from the functions of a behaviour. The docs draw and describe it. */
export interface StateDiagram {
  title: string
  /** Markdown: what the diagram shows, and what it leaves out. */
  about: string
  states: DiagramState[]
  transitions: Transition[]
}

export interface DiagramState {
  /** Unique in the diagram. */
  id: string
  /** Text. */
  name: string
  /** States of one group are drawn in a box of that name. */
  group?: string
  initial?: boolean
}

export interface Transition {
  from: string
  to: string
  /** What happens. */
  event: string
  /** Rules and gaps behind it. */
  rules: readonly string[]
}

/** Something that may happen to a record in any state. */
export interface MachineEvent<State> {
  event: string
  rules: readonly string[]
  /** The state after the event; undefined if the event cannot happen, or is refused. */
  apply(state: State): State | undefined
}

export interface Machine<State> {
  initial: State
  events: readonly MachineEvent<State>[]
  /** A name for a state. States with the same name are the same state. */
  nameOf(state: State): string
}

/** Finds every state that the events lead to, by applying them. Events that change nothing are left out. */
export function explore<State>({
  initial,
  events,
  nameOf,
}: Machine<State>): Pick<StateDiagram, 'states' | 'transitions'> {
  const found = new Map([[nameOf(initial), initial]])
  const transitions: Transition[] = []
  // Iterating a map also visits the entries that are added meanwhile.
  for (const [from, state] of found) {
    for (const { event, rules, apply } of events) {
      const after = apply(state)
      const to = after === undefined ? from : nameOf(after)
      if (after === undefined || to === from) continue
      if (!found.has(to)) found.set(to, after)
      transitions.push({ from, to, event, rules })
    }
  }
  const states = [...found.keys()].map((name, index) => ({ id: name, name, initial: index === 0 }))
  return { states, transitions }
}
