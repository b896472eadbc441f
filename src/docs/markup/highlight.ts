import { createCssVariablesTheme, createHighlighterCoreSync } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import bash from 'shiki/langs/bash.mjs'
import go from 'shiki/langs/go.mjs'
import http from 'shiki/langs/http.mjs'
import javascript from 'shiki/langs/javascript.mjs'
import json from 'shiki/langs/json.mjs'
import python from 'shiki/langs/python.mjs'
import shellsession from 'shiki/langs/shellsession.mjs'
import typescript from 'shiki/langs/typescript.mjs'
import yaml from 'shiki/langs/yaml.mjs'
import { type Html, html, join } from '../../html.ts'

const theme = createCssVariablesTheme()
const highlighter = createHighlighterCoreSync({
  themes: [theme],
  langs: [bash, shellsession, go, http, javascript, json, python, typescript, yaml],
  engine: createJavaScriptRegexEngine(),
})
const known = new Set(highlighter.getLoadedLanguages())

/**
 * Code with a class on each token. The theme of the highlighter writes colours as `var(--shiki-token-string)`; here the name becomes
 * a class, because the content security policy of the pages allows no style attributes. Unknown languages stay plain.
 */
export function highlight(code: string, language: string): Html {
  if (!known.has(language)) return html`${code}`
  const lines = highlighter.codeToTokensBase(code, { lang: language, theme: theme.name ?? 'css-variables' })
  return join(
    lines.map((tokens) =>
      tokens.map(({ content, color }) => {
        const kind = /^var\(--shiki-token-([a-z-]+)\)$/.exec(color ?? '')?.[1]
        return kind === undefined ? content : html`<span class="t-${kind}">${content}</span>`
      }),
    ),
    '\n',
  )
}

/** A block of code. Blocks that scroll sideways must be reached with the keyboard. */
export function renderCode(code: string, language: string): Html {
  return html`<pre tabindex="0" data-language="${language}"><code>${highlight(code, language)}</code></pre>`
}

/** The language of a body, for highlighting. */
export function languageOf(mediaType: string): string {
  if (/[/+]json\b|ndjson/.test(mediaType)) return 'json'
  return ''
}
