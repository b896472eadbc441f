/** What one release changes for one interface. */
export interface Changes {
  release: string
  /** Markdown, one list. */
  text: string
}

/** The changes of each interface, newest release first, by the name of the interface. */
export function changesOf(changelog: string, name: string): Changes[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .flatMap((part) => {
      const [heading = '', ...rest] = part.split('\n')
      const text = new RegExp(`^### ${name}\n(.*?)(?=^### |$(?![^]))`, 'ms').exec(rest.join('\n'))?.[1]?.trim()
      return text ? [{ release: heading.replace(/^\[([^\]]*)\]/, '$1').trim(), text }] : []
    })
}
