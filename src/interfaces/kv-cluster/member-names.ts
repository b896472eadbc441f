/** The names of members in addresses of the mock. A new cluster has the first three; a tester can use all of them. */
export const memberNames: readonly string[] = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8', 'm9']
