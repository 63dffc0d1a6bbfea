import type { ChatMessage } from '#shared/live/chat.ts'
import { formatCents } from '#shared/money/money.ts'
import { balanceBidi } from '#shared/text/balance-bidi.ts'
import { publicName } from '#shared/accounts/users.ts'
import { presentUserRef } from '#server/features/accounts/users/present-user.ts'
import type { MessageRow, RepliedRow } from './queries.ts'

/** Presents a message in the same way for everyone, so that it is serialised once: all e-mail addresses are masked. */
export function presentMessage(row: MessageRow): ChatMessage {
  const { id, streamId, userId, message, clientId, isFirst, isHeld } = row
  return {
    id,
    streamId,
    userId,
    message,
    clientId,
    isFirst,
    isHeld,
    replyTo: presentReplied(row),
    tip: presentTip(row),
    createdAt: new Date(row.createdAt).toISOString(),
    user: presentAuthor(row),
  }
}

function presentAuthor(row: MessageRow): ChatMessage['user'] {
  const { userId: id, handle, firstName, lastName, profileImageUrl, isPremium } = row
  const { email } = presentUserRef(
    { id, handle, email: row.email, firstName, lastName, profileImageUrl },
    null,
  )
  return { id, handle, email, firstName, lastName, profileImageUrl, isPremium }
}

function presentTip({ tipId, tipCents, tipCurrency, tipIsSandbox }: MessageRow): ChatMessage['tip'] {
  if (tipId === null || tipCents === null || tipCurrency === null || tipIsSandbox === null) return null
  return { id: tipId, amount: formatCents(tipCents), currency: tipCurrency, isSandbox: tipIsSandbox }
}

function presentReplied(row: RepliedRow): ChatMessage['replyTo'] {
  const { replyId, replyUserId, replyExcerpt, replyHandle: handle } = row
  if (replyId === null || replyUserId === null || replyExcerpt === null || handle === null) return null
  const name = publicName({ handle, firstName: row.replyFirstName, lastName: row.replyLastName })
  return { id: replyId, userId: replyUserId, name, excerpt: balanceBidi(replyExcerpt) }
}
