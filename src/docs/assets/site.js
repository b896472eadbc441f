// What every page does beyond its text: the colour scheme.
{
  const page = document.documentElement

  for (const part of document.querySelectorAll('[data-needs-script]')) part.removeAttribute('hidden')

  const setScheme = (/** @type {'light' | 'dark'} */ scheme) => {
    page.classList.remove('light', 'dark')
    page.classList.add(scheme)
    page.classList.toggle('dark-mode', scheme === 'dark')
    try {
      localStorage.setItem('redoc.colorMode', scheme)
    } catch {
      // A browser that keeps nothing still shows it on this page.
    }
  }

  document.querySelector('[data-switches-theme]')?.addEventListener('click', () => {
    setScheme(page.classList.contains('dark') ? 'light' : 'dark')
  })
}
