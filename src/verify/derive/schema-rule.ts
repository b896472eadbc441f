/** What is known of a rule that the document's schemas say. */
export interface SchemaRule {
  id: string
  operations: readonly string[]
  /** Pointers of the nodes that cite it. */
  nodes: ReadonlySet<string>
}
