/** A figure; with `atMost` one that has an aim. */
export type Row = { name: string; is: number; unit?: string; atMost?: number }

export function report(rows: readonly Row[]): void {
  console.log(`\n${line('', ['is', 'at most', ''])}`)
  for (const { name, is, unit = '', atMost } of rows) {
    const isOver = atMost !== undefined && !(is <= atMost)
    console.log(line(name, [is.toFixed(2), atMost?.toString() ?? '', isOver ? `${unit} over` : unit]))
  }
}

function line(name: string, columns: readonly string[]): string {
  return name.padEnd(52) + columns.map((text) => text.padStart(14)).join('')
}
