/** One line of the changelog, with what it runs on into. */
export interface ChangelogEntry {
  /** The heading that it stands under: the name of an interface. */
  interface: string
  text: string
  /** What it names in the form of an ID. */
  ids: string[]
  /** 1-based. */
  line: number
}

/**
 * Reads the form that CHANGELOG.md describes at its head: `## <release>`, below it `### <interface>`, below that a list. Entries
 * under any other heading belong to no interface.
 */
export function readChangelog(markdown: string): ChangelogEntry[] {
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
  for (const entry of entries) entry.ids = entry.text.match(/\b[A-Z][A-Z0-9]+-G?\d{2,3}\b/g) ?? []
  return entries
}

/** Entries that were not there before; one that only moved into a release was. */
export function addedEntries(before: string, now: string): ChangelogEntry[] {
  const key = ({ interface: name, text }: ChangelogEntry) => `${name}\n${text.replaceAll(/\s+/g, ' ')}`
  const known = new Set(readChangelog(before).map(key))
  return readChangelog(now).filter((entry) => !known.has(key(entry)))
}
