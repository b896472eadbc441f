/** What code has of each kind, in the languages of samples and guides. What comes first wins. */
const kinds: [kind: string, pattern: RegExp][] = [
  ['comment', /(?<=^|\s)(?:#|\/\/).*/],
  ['key', /"(?:\\.|[^"\\\n])*"(?=:)|--[a-z][\w-]*/],
  ['string', /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\])*'/],
  ['literal', /\b(?:true|false|null|nil|True|False|None|\d[\d.]*)\b/],
  [
    'keyword',
    /\b(?:import|from|package|export|const|var|func|def|new|return|await|async|for|of|if|else|throw|defer)\b/,
  ],
]
const tokens = new RegExp(kinds.map(([kind, { source }]) => `(?<${kind}>${source})`).join('|'), 'gm')

/** Colours all code of the page. The markup of colours would be a tenth of each page. */
export function colourCode(): void {
  const found: { kind: string; range: StaticRange }[] = []
  for (const code of document.querySelectorAll('pre[data-language], .answer-body')) {
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const node = walker.currentNode as Text
      for (const { 0: text, index, groups = {} } of node.data.matchAll(tokens)) {
        const [kind = ''] = Object.entries(groups).find(([, token]) => token !== undefined) ?? []
        const [startContainer, endContainer] = [node, node]
        const range = { startContainer, startOffset: index, endContainer, endOffset: index + text.length }
        found.push({ kind, range: new StaticRange(range) })
      }
    }
  }
  for (const [kind, all] of Map.groupBy(found, (one) => one.kind))
    CSS.highlights?.set(kind, new Highlight(...all.map(({ range }) => range)))
}
