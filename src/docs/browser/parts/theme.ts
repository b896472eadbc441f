import { stored } from './elements.ts'

/** Switches between dark and light, for all pages. Redoc reads the same key. */
export function startTheme(): void {
  const page = document.documentElement
  const choice = stored('localStorage', 'redoc.colorMode')
  document.querySelector('[data-switches-theme]')?.addEventListener('click', () => {
    const scheme = page.classList.contains('dark') ? 'light' : 'dark'
    page.classList.remove('light', 'dark')
    page.classList.add(scheme)
    page.classList.toggle('dark-mode', scheme === 'dark')
    choice.set(scheme)
  })
}
