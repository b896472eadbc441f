/** What the address of the mock can name. A cluster has its first three to begin with; one that a tester puts has up to all. */
export const memberNames: readonly string[] = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9']
