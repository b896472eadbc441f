/** A command of a workflow of GitHub, which annotates a file: `::error file=openapi.yaml,line=3::…`. */
export function workflowCommand(
  kind: 'error' | 'warning' | 'notice',
  properties: Readonly<Record<string, string>>,
  text: string,
): string {
  const written = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(value)}`)
  return `::${kind} ${written.join(',')}::${escapeData(text)}\n`
}

/** A raw line break would end the command, and the next line could be another command. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
