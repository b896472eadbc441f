// Some of Redoc's menus are named by their kind alone; what they show belongs to their name (WCAG 2.5.3).
{
  const nameMenus = () => {
    for (const menu of document.querySelectorAll('#redoc button[aria-label][aria-haspopup]')) {
      const shown = menu.textContent?.trim() ?? ''
      const name = menu.getAttribute('aria-label') ?? ''
      if (shown !== '' && !name.includes(shown)) menu.setAttribute('aria-label', `${name.split(':')[0]}: ${shown}`)
    }
  }
  new MutationObserver(nameMenus).observe(document.body, { subtree: true, childList: true, characterData: true })
}
