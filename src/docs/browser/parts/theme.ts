import { stored } from './elements.ts'

/** Switches between dark and light, for all pages. */
export function startTheme(): void {
  const page = document.documentElement
  const choice = stored('localStorage', 'colour-scheme')
  document.querySelector('[data-switches-theme]')?.addEventListener('click', () => {
    const scheme = page.classList.contains('dark') ? 'light' : 'dark'
    page.classList.remove('light', 'dark')
    page.classList.add(scheme)
    choice.set(scheme)
  })
}
