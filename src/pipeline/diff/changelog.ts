/** One entry of the changelog, with its continuation lines. */
export interface ChangelogEntry {
  /** The heading above the entry: the name of an interface. */
  interface: string
  text: string
  /** Words of the entry in the form of an ID. */
  ids: string[]
  /** 1-based. */
  line: number
}

/**
 * Reads the form that the head of CHANGELOG.md describes: `## <release>`, below it `### <interface>`, and below that a list.
 * Entries under any other heading belong to no interface.
 */
function readChangelog(markdown: string): ChangelogEntry[] {
  const entries: ChangelogEntry[] = []
  let heading: string | undefined
  let open: ChangelogEntry | undefined
  for (const [index, line] of markdown.split(/\r?\n/).entries()) {
    const title = /^(#+)\s+(.*?)\s*$/.exec(line)
    const item = /^[-*]\s+(.*)$/.exec(line)
    if (title) heading = title[1] === '###' ? title[2]?.replaceAll('`', '') : undefined
    if (item && heading !== undefined) {
      open = { interface: heading, text: item[1] ?? '', ids: [], line: index + 1 }
      entries.push(open)
    } else if (open && /^\s+\S/.test(line)) {
      open.text += ` ${line.trim()}`
    } else {
      open = undefined
    }
  }
  for (const entry of entries) entry.ids = entry.text.match(/\b[A-Z][A-Z0-9]+-G?\d{2,4}\b/g) ?? []
  return entries
}

/** Entries that were added. An entry that only moved into a release was not added. */
export function addedEntries(before: string, now: string): ChangelogEntry[] {
  const key = ({ interface: name, text }: ChangelogEntry) => `${name}\n${text.replaceAll(/\s+/g, ' ')}`
  const known = new Set(readChangelog(before).map(key))
  return readChangelog(now).filter((entry) => !known.has(key(entry)))
}
