/** How the samples of the docs use the client of an interface: `client-sample.ts` beside its `client.ts`. */
export interface ClientSample {
  /** The function that makes the client: `createOrdersClient`. */
  maker: string
  /** The option that takes the credential; absent if the client takes none. */
  credential?: string
  /** Options besides the usual ones or in their place. */
  options?: Readonly<Record<string, string>>
  /** Code that calls an operation on `client` and prints the result, by `operationId`, where no method of HTTP does. */
  calls?: Readonly<Record<string, string>>
}
