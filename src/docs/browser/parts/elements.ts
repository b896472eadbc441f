/** Makes an element. A string becomes text, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.append(...children)
  return made
}

/** A field to type into, or to choose from where there are choices; an empty one stands for no value. */
export function fieldOf(
  { name = '', ...more }: Readonly<Record<string, string>>,
  value: string,
  choices: readonly string[] = [],
): HTMLInputElement | HTMLSelectElement {
  const options = choices.map((one) => new Option(one || '–', one))
  const field =
    options.length > 0
      ? element('select', { name }, ...options)
      : element('input', { name, autocomplete: 'off', spellcheck: 'false', ...more })
  field.value = value
  return field
}

/** A value that this browser remembers. A browser that stores nothing still shows pages. */
export function stored(
  storage: 'localStorage' | 'sessionStorage',
  key: string,
): { get(): string | undefined; set(value: string | undefined): void } {
  return {
    get: () => {
      try {
        return globalThis[storage].getItem(key) ?? undefined
      } catch {
        return undefined
      }
    },
    set: (value) => {
      try {
        if (value === undefined) globalThis[storage].removeItem(key)
        else globalThis[storage].setItem(key, value)
      } catch {
        // The value holds for this page.
      }
    },
  }
}
