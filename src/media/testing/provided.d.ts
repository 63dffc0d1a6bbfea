import 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** How many times as often a test repeats what it does: 1 in `npm test`, more in `npm run soak`. */
    soak: number
    /** URL of the folder with the bundles of the processes that tests start. */
    bundles: string
  }
}
