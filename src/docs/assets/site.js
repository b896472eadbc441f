// What every page does beyond its text: the colour scheme.
{
  const page = document.documentElement

  for (const part of document.querySelectorAll('[data-needs-script]')) part.removeAttribute('hidden')

  // On a narrow page the rows of links scroll: to where the reader is.
  for (const current of document.querySelectorAll('.banner nav [aria-current], .tabs [aria-current]')) {
    const row = current.parentElement
    if (row && current instanceof HTMLElement) row.scrollLeft = current.offsetLeft - row.clientWidth / 2
  }

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
