// Runs before the first paint, with the colours that the reader has chosen.

import { stored } from './parts/elements.ts'

const chosen = stored('localStorage', 'colour-scheme').get()
const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.classList.add(isDark ? 'dark' : 'light', 'js')
