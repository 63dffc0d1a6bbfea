import { formatCents, parseCents } from '#shared/money/money.ts'
import type { Stream } from '#shared/live/streams.ts'

type Totals = Pick<Stream, 'likesCount' | 'messagesCount' | 'tipsTotal' | 'atStart'>

/**
 * Returns what came since the start of the current or last broadcast: the stream's totals are those of all its broadcasts.
 * The totals at the start follow when something older is deleted. `tips` is decimal text.
 */
export function broadcastFigures({ likesCount, messagesCount, tipsTotal, atStart }: Totals) {
  const since = (total: number, before: number) => Math.max(0, total - before)
  return {
    likes: since(likesCount, atStart.likesCount),
    messages: since(messagesCount, atStart.messagesCount),
    tips: formatCents(since(parseCents(tipsTotal) ?? 0, parseCents(atStart.tipsTotal) ?? 0)),
  }
}
