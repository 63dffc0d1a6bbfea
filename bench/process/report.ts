/** A measured value; `max` is its target. */
export type Row = { name: string; value: number; unit?: string; max?: number }

/** Prints a table of values, and marks those above their target. */
export function report(rows: readonly Row[]): void {
  console.log(`\n${formatRow('', ['value', 'max', ''])}`)
  for (const { name, value, unit = '', max } of rows) {
    const isOver = max !== undefined && !(value <= max)
    console.log(formatRow(name, [value.toFixed(2), max?.toString() ?? '', isOver ? `${unit} over` : unit]))
  }
}

function formatRow(name: string, columns: readonly string[]): string {
  return name.padEnd(56) + columns.map((text) => text.padStart(14)).join('')
}
