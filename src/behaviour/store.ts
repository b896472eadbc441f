/** Records of one kind, by key; each is JSON. Do not change a record in place after setting or reading it: the stored record does not change. */
export interface Collection<T> {
  get(key: string): Promise<T | undefined>
  set(key: string, value: T): Promise<void>
  /** Replaces the record by what `change` returns, and returns that; `undefined` leaves the record as it is. `change` must not await. */
  update(key: string, change: (current: T | undefined) => T | undefined): Promise<T | undefined>
  /** True when there was a record. */
  delete(key: string): Promise<boolean>
  /** Records in the order in which their keys were first set. */
  entries(): Promise<[key: string, value: T][]>
}

/**
 * The records of one interface in one session. All changes of a request are stored together when its answer is known. After a refusal, or
 * if the behaviour throws, none is stored.
 */
export interface Store {
  collection<T>(name: string): Collection<T>
}
