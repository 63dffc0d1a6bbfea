import type { AnalyticsDay, TopVideo } from '#shared/creator-analytics.ts'

/** Returns the days as CSV (RFC 4180). */
export function csvOfDays(days: readonly AnalyticsDay[]): string {
  return csvOf(
    ['date', 'views', 'unique_viewers', 'watch_time_seconds', 'new_followers', 'revenue_usd'],
    days.map((day) => [
      day.date,
      day.views,
      day.uniqueViewers,
      Math.round(day.watchTime),
      day.followers,
      (day.revenueCents / 100).toFixed(2),
    ]),
  )
}

/** Returns the most viewed videos as CSV. */
export function csvOfVideos(list: readonly TopVideo[]): string {
  return csvOf(
    ['id', 'title', 'published_at', 'views', 'watch_time_seconds'],
    list.map((video) => [
      video.id,
      video.title,
      video.publishedAt ?? '',
      video.views,
      Math.round(video.watchTime),
    ]),
  )
}

type Cell = string | number

function csvOf(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
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
