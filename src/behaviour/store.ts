/** Records of one kind, by key. What was set or read is not to be changed in place: the record would not follow, or refuses. */
export interface Collection<T> {
  get(key: string): Promise<T | undefined>
  set(key: string, value: T): Promise<void>
  /**
   * Replaces the record by what `change` makes of it, and gives that back; `undefined` leaves it as it is. Atomic: of many
   * updates of one key at the same time, none is lost. `change` must not await, and may run more than once.
   */
  update(key: string, change: (current: T | undefined) => T | undefined): Promise<T | undefined>
  /** True when there was a record. */
  delete(key: string): Promise<boolean>
  /** True when it surely holds nothing; a store that cannot tell at once does not say. */
  readonly isEmpty?: boolean
  /** Records in the order in which their keys were first set. */
  entries(): Promise<[key: string, value: T][]>
}

/** The records that one interface keeps in one session. */
export interface Store {
  collection<T>(name: string): Collection<T>
}
