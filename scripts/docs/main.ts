import { join } from 'node:path'
import { writeSite } from './write-site.ts'

// npm run docs [-- <folder>]

const folder = process.argv[2] ?? 'dist/docs'
const { files, bytes } = await writeSite(folder)
console.log(`${files} files, ${(bytes / 1e6).toFixed(1)} MB: ${join(folder, 'index.html')}`)
