import type { LanguageFn } from 'highlight.js'
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import go from 'highlight.js/lib/languages/go'
import http from 'highlight.js/lib/languages/http'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import shell from 'highlight.js/lib/languages/shell'
import typescript from 'highlight.js/lib/languages/typescript'
import yaml from 'highlight.js/lib/languages/yaml'
import { type Html, html, raw } from '../../html.ts'
import { fence } from './to-markdown.ts'

const languages: Record<string, LanguageFn> = { bash, shell, go, http, javascript, json, python, typescript, yaml }
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language)
hljs.configure({ classPrefix: 't-' })

/** Code with a class on each token. Unknown languages stay plain. */
function highlight(code: string, language: string): Html {
  if (!hljs.getLanguage(language)) return html`${code}`
  return raw(hljs.highlight(code, { language, ignoreIllegals: true }).value)
}

/** A block of code. Blocks that scroll sideways must be reached with the keyboard. */
export function renderCode(code: string, language: string): Html {
  const block = html`<pre tabindex="0" data-language="${language}"><code>${highlight(code, language)}</code></pre>`
  return raw(String(block), fence(code, language))
}

/** The language of a body, for highlighting. */
export function languageOf(mediaType: string): string {
  if (/[/+]json\b|ndjson/.test(mediaType)) return 'json'
  return ''
}
