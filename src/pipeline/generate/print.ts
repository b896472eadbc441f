/** The line at the head of every generated file. */
export function banner(source: string, command = 'npm run generate'): string {
  return `Generated from ${source} by \`${command}\`. Do not edit: change the source and run it again.`
}

/** JSON with the banner as its first member, since JSON has no comments. */
export function printJson(value: object, banner: string): string {
  return `${JSON.stringify({ $comment: banner, ...value }, null, 1)}\n`
}
