import { html, raw } from '../../html.ts'
import { annotate } from '../data/provenance.ts'
import type { System } from '../data/site-data.ts'
import { banner, head } from '../layout.ts'
import { renderReference, sampleLanguages } from '../redoc.ts'
import { composeCall } from '../samples/call.ts'
import { withCredential, writeSamples } from '../samples/samples.ts'

/** The reference of one system: Redoc, below the banner of all pages. */
export async function referencePage(system: System, document: object, rulesPath: string): Promise<string> {
  const path = `${system.name}/reference/`
  const { styles, markup, start } = await renderReference(
    withSamples(
      annotate(withPlainServers(document), (id) => `${rulesPath}#${id}`),
      system,
    ),
  )
  return String(html`<!doctype html>
<html lang="en" data-root="docs:">
<head>
${head(`Reference of ${system.title}`, 'base.css')}
${raw(styles)}
<link rel="stylesheet" href="docs:assets/redoc.css">
</head>
<body class="redoc-page">
${banner(path, false)}
<aside class="redoc-note" aria-label="About this page">Plain Redoc. <a href="docs:${system.name}/">The reference of ${system.title}</a> has samples, rules and a form to call each operation.</aside>
<noscript><p class="notice">Redoc needs JavaScript. <a href="docs:${system.name}/">The reference</a> has the same operations without.</p></noscript>
<div id="content" tabindex="-1">
${raw(markup)}
</div>
<script src="docs:assets/site.js" defer></script>
<script src="docs:assets/reference.js"></script>
<script src="docs:assets/redoc.js"></script>
<script>${raw(start)}</script>
</body>
</html>
`)
}

export const redocLibrary = async (): Promise<string> => (await renderReference(emptyDocument)).library

const emptyDocument = { openapi: '3.1.0', info: { title: 'Empty', version: '0' }, paths: {} }

/** Redoc treats an address that begins with a variable as relative. */
function withPlainServers(document: object): object {
  const { servers = [] } = document as { servers?: Server[] }
  const plain = servers.map(({ url, variables = {}, ...rest }) =>
    url.startsWith('{')
      ? { ...rest, url: url.replace(/\{([^}]+)\}/g, (_, name) => variables[name]?.default ?? name) }
      : { ...rest, url, variables },
  )
  return { ...document, servers: plain }
}

interface Server {
  url: string
  variables?: Record<string, { default: string }>
}

/** Puts samples where Redoc reads them. */
function withSamples(document: unknown, system: System): unknown {
  const { paths, ...rest } = document as { paths: Record<string, Record<string, unknown>> }
  return { ...rest, paths: mapValues(paths, (item) => mapValues(item, addSamples)) }

  function addSamples(node: unknown): unknown {
    const operation = system.contract?.operations.get((node as { operationId?: string } | null)?.operationId ?? '')
    if (!operation) return node
    const call = composeCall(system, operation)
    const samples = writeSamples(call, system).map(({ label, source }, at) => ({
      lang: sampleLanguages[at]?.lang,
      label,
      source: call.credential ? withCredential(source, call.credential) : source,
    }))
    return { ...(node as object), 'x-codeSamples': samples }
  }
}

function mapValues<From, To>(object: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
}
