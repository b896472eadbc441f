const { root = './', form } = document.documentElement.dataset

/** True when the mock that serves the page can be called from it. */
export const isServed: boolean = form === 'folders' && location.protocol !== 'file:'

/** The address of a site path such as `orders/rules/#ORD-001`, relative to this page. */
export function addressOf(path: string): string {
  const [file = '', fragment] = path.split('#')
  const isFolder = file === '' || file.endsWith('/')
  return `${root}${file}${isFolder && form === 'files' ? 'index.html' : ''}${fragment === undefined ? '' : `#${fragment}`}`
}

/** The address of another file beside the script that runs. */
const { src } = document.currentScript as HTMLScriptElement
export function assetAddress(name: string): string {
  return new URL(name, src).href
}
