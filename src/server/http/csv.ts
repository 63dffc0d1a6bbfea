import { Readable } from 'node:stream'

type Cell = string | number
type Row = readonly Cell[]

/** Returns a table as CSV (RFC 4180). Cells never run as formulas of a spreadsheet. */
export const csvOf = (head: readonly string[], rows: readonly Row[]): string =>
  `${BYTE_ORDER_MARK}${linesOf([head, ...rows])}`

/**
 * Like `csvOf`, for a table of any length: reads its parts as they are sent, the first one before it resolves. So most
 * failures still become an error response: once the file has begun, only the connection can be closed.
 */
export async function csvStream(
  head: readonly string[],
  parts: AsyncIterator<readonly Row[]>,
): Promise<Readable> {
  let part = await parts.next()
  return Readable.from(
    (async function* () {
      yield `${BYTE_ORDER_MARK}${linesOf([head])}`
      for (; !part.done; part = await parts.next()) yield linesOf(part.value)
    })(),
  )
}

/** Lets spreadsheets read it as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

const linesOf = (rows: readonly Row[]) => rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')

/** Characters with which a spreadsheet begins a formula; full-width ones are read as well. */
const FORMULA = /^[\s\0]*[=+\-@＝＋－＠|]/

/** Quotes a text; an apostrophe keeps spreadsheets from running it as a formula. */
function cellOf(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const inert = FORMULA.test(cell) || /^[\t\r\n]/.test(cell) ? `'${cell}` : cell
  return /["',;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
