/** A rule that schemas of the document express. */
export interface SchemaRule {
  id: string
  operations: readonly string[]
  /** Pointers of the nodes that cite it. */
  nodes: ReadonlySet<string>
}
