/** Marks the section that a reader is in, in the list of contents beside a guide. */
export function startContents(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')]
  const headings = links.flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)))
    return heading ? [{ link, heading }] : []
  })
  if (headings.length === 0) return
  const mark = () => {
    // The heading that a fragment leads to stands a little below the banner.
    const line = innerHeight / 4
    const current = headings.findLast(({ heading }) => heading.getBoundingClientRect().top < line)
    for (const { link } of headings) {
      if (link === current?.link) link.setAttribute('aria-current', 'location')
      else link.removeAttribute('aria-current')
    }
  }
  let isWaiting = false
  const markSoon = () => {
    if (isWaiting) return
    isWaiting = true
    requestAnimationFrame(() => {
      isWaiting = false
      mark()
    })
  }
  addEventListener('scroll', markSoon, { passive: true })
  mark()
}
