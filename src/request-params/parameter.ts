/** Any JSON value. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue }

/**
 * A value as it was sent: the string of a query, of a form or of a text field of a multipart form; the value of a member of
 * a JSON body; the file of a multipart form. A string keeps bytes that are not UTF-8; see `toBytes`.
 */
export type RawValue = JsonValue | File

/** One parameter of a request. */
export type Parameter = { readonly name: string } & (SentValue | NotSent)

/** A value, with the form in which it was sent. */
export type SentValue =
  | { readonly kind: 'text'; readonly raw: string }
  | { readonly kind: 'json'; readonly raw: JsonValue }
  | { readonly kind: 'file'; readonly raw: File }

/** Marks a name that was given without a value. */
export interface NotSent {
  readonly kind?: undefined
  readonly raw?: undefined
}
