/** The states of something, and what leads from one to another, computed from the functions of a behaviour. The docs draw it and describe it. */
export interface StateDiagram {
  title: string
  /** Markdown: what is shown, and what is not. */
  about: string
  states: DiagramState[]
  transitions: Transition[]
}

export interface DiagramState {
  /** Unique in the diagram. */
  id: string
  /** Text. */
  name: string
  /** Those of one group stand in a box of that name. */
  group?: string
  initial?: boolean
}

export interface Transition {
  from: string
  to: string
  /** What happens. */
  event: string
  /** Rules and gaps that it stands on. */
  rules: readonly string[]
}

/** Something that may happen to a record in any state. */
export interface MachineEvent<State> {
  event: string
  rules: readonly string[]
  /** The state after it; undefined where it cannot happen, or is refused. */
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
  // A map is walked in the order of its insertion, what is added meanwhile included.
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
