import type { Summary } from '../measures/statistics.ts'
import { peers } from '../servers/peers.ts'

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}

export function times(summary: Summary | null): string {
  if (!summary) return '–'
  const { median } = summary
  return `${median.toFixed(median < 10 ? 2 : 1)}×`
}

/** Title of the peer of that name. */
export function title(name: string): string {
  return peers.find((peer) => peer.name === name)?.title ?? name
}
