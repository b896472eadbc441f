import { printableLines } from '../redaction/printable.ts'

let isRead = true

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough (`| head`) does not change the verdict, which is the exit code.
  if (error.code !== 'EPIPE') throw error
  isRead = false
})

/** Prints, and waits for a reader that is slower. */
export function print(text: string): Promise<void> {
  return new Promise((resolve) => {
    if (isRead) process.stdout.write(printableLines(text), () => resolve())
    else resolve()
  })
}
