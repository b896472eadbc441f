/** Types for the package, which has none. They cover what the tests use. */
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
