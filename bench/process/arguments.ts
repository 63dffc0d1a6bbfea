/**
 * Whether this is a short run: `--short` runs a benchmark in seconds, with sizes so small that its results mean
 * nothing, to check that the benchmark still works.
 */
export const isShort = process.argv.includes('--short')

/** Returns the sizes of this run. */
export function chooseSizes<Sizes>({ full, short }: { full: Sizes; short: Sizes }): Sizes {
  return isShort ? short : full
}

/** The first argument that is not an option. */
export const argument = process.argv.slice(2).find((word) => !word.startsWith('--'))

/** Returns the argument as a number, or `fallback` without one. Throws for anything that is not a count. */
export function countArgument(fallback: number): number {
  if (argument === undefined) return fallback
  const count = Number(argument)
  if (!Number.isInteger(count) || count < 1) throw new Error(`'${argument}' is not a number above 0`)
  return count
}
