/**
 * How the samples of the docs use the client of an interface. A client has one, `client-sample.ts` beside its `client.ts`, if it needs more
 * than a base URL and a credential, or has a method in place of an operation.
 */
export interface ClientSample {
  /** Options of the function that makes the client, besides the usual ones or in their place. */
  options?: Readonly<Record<string, string>>
  /** Code that calls an operation on `client` and prints the result, by `operationId`. */
  calls: Readonly<Record<string, string>>
}
