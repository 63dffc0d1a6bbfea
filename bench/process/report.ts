/** A measured value; `max` is its target, and below `min` the other values mean nothing. */
export type Row = { name: string; value: number; unit?: string; max?: number; min?: number }

/**
 * Prints a table of values, and marks those above their target. A value that is no number was not measured: the benchmark has
 * failed, as with one below its minimum.
 */
export function report(rows: readonly Row[]): void {
  console.log(`\n${formatRow('', ['value', 'max', ''])}`)
  for (const { name, value, unit = '', max, min } of rows) {
    const verdict = judge({ value, max, min })
    if (!Number.isFinite(value) || verdict === 'under') process.exitCode = 1
    const limit = verdict === 'under' ? `min ${min}` : (max?.toString() ?? '')
    console.log(formatRow(name, [value.toFixed(2), limit, `${unit} ${verdict}`.trim()]))
  }
}

function judge({
  value,
  max,
  min,
}: Pick<Row, 'value'> & { max?: number | undefined; min?: number | undefined }) {
  if (min !== undefined && !(value >= min)) return 'under'
  return max !== undefined && !(value <= max) ? 'over' : ''
}

function formatRow(name: string, columns: readonly string[]): string {
  return name.padEnd(56) + columns.map((text) => text.padStart(14)).join('')
}
