/** Node.js 22 warns of functions that have become stable since then. Each process and thread calls this for itself. */
export function hideExperimentalWarnings(): void {
  process.removeAllListeners('warning').on('warning', (warning) => {
    if (warning.name !== 'ExperimentalWarning') console.error(String(warning))
  })
}
