/** How much a request may hold. All limits are inclusive: a request exactly at a limit is read. */
export interface Limits {
  /** Parameters of query and body together; members of a JSON body, and parts of a multipart body, count as one each. */
  parameters: number
  /** Arrays and objects within each other in a JSON body, the body itself included. */
  nesting: number
  /** Bytes of the query, without its question mark. */
  queryBytes: number
  /** Bytes of the body, files included: up to this many bytes are kept in memory. */
  bodyBytes: number
}

/**
 * The default limits: 1,000 parameters, 32 levels of JSON, a query of 64 KiB, and a body of 1 MiB. A request past a limit is
 * refused with a `RequestCouldNotBeReadError` that names the limit.
 */
export const defaultLimits: Readonly<Limits> = {
  parameters: 1000,
  nesting: 32,
  queryBytes: 65_536,
  bodyBytes: 1_048_576,
}
