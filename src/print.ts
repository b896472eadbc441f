import { printableLines } from './printable.ts'

let isRead = true

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that stops reading (`| head`) does not change the exit code.
  if (error.code !== 'EPIPE') throw error
  isRead = false
})

/** Prints, and waits for a slow reader. */
export function print(text: string): Promise<void> {
  return new Promise((resolve) => {
    if (isRead) process.stdout.write(printableLines(text), () => resolve())
    else resolve()
  })
}
