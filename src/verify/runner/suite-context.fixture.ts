declare module 'vitest' {
  interface ProvidedContext {
    /** Name of the interface whose checks are proven. */
    interface: string
  }
}
