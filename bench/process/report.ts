/** A measured value; `max` is its target. */
export type Row = { name: string; value: number; unit?: string; max?: number }

/**
 * Prints a table of values, and marks those above their target. A value that is no number was not measured: the benchmark has
 * failed.
 */
export function report(rows: readonly Row[]): void {
  console.log(`\n${formatRow('', ['value', 'max', ''])}`)
  for (const { name, value, unit = '', max } of rows) {
    if (!Number.isFinite(value)) process.exitCode = 1
    const isOver = max !== undefined && !(value <= max)
    console.log(formatRow(name, [value.toFixed(2), max?.toString() ?? '', isOver ? `${unit} over` : unit]))
  }
}

function formatRow(name: string, columns: readonly string[]): string {
  return name.padEnd(56) + columns.map((text) => text.padStart(14)).join('')
}
