type Cell = string | number

/** Returns a table as CSV (RFC 4180). Cells never run as formulas of a spreadsheet. */
export function csvOf(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  // The byte order mark lets spreadsheets read it as UTF-8.
  return `\uFEFF${[head, ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`
}

/** Characters with which a spreadsheet begins a formula; full-width ones are read as well. */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠|]/

/** Quotes a text; an apostrophe keeps spreadsheets from running it as a formula. */
function cellOf(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const inert = FORMULA.test(cell) || /^[\t\r\n]/.test(cell) ? `'${cell}` : cell
  return /["',;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
