/** The package brings no types of its own; this is what its tests here use of it. */
declare module 'parse-prometheus-text-format' {
  interface MetricFamily {
    name: string
    help: string
    /** In upper case: `GAUGE`. */
    type: string
    metrics: { value?: string; labels?: Record<string, string> }[]
  }
  export default function parse(text: string): MetricFamily[]
}
