import { MAX_HIGHLIGHT_SECONDS, highlightSeconds } from '#shared/money/tips.ts'
import { type TipHighlight } from '#shared/live/chat.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Caller } from '#server/http/access.ts'
import { presentMessage } from './present-message.ts'
import { listTipMessages } from './tip-queries.ts'

/** Limits the size of the response, as each opening page loads the highlights. */
const MAX_HIGHLIGHTS = 30

/** Returns the tips that are highlighted in a stream's chat now, newest first. */
export async function findHighlights(
  db: Executor,
  streamId: string,
  requester: Caller | null,
): Promise<TipHighlight[]> {
  const rows = await listTipMessages(db, streamId, requester, {
    seconds: MAX_HIGHLIGHT_SECONDS,
    limit: MAX_HIGHLIGHTS,
  })
  const now = Date.now()
  return rows.flatMap((row) => {
    const { id: messageId, user, message, tip, createdAt } = presentMessage(row)
    if (!tip) return []
    const { amount, currency, isSandbox } = tip
    const end = Date.parse(createdAt) + highlightSeconds(amount) * 1000
    if (end <= now) return []
    const until = new Date(end).toISOString()
    return [{ messageId, user, message, amount, currency, isSandbox, until, seconds: (end - now) / 1000 }]
  })
}
