import type { Context } from '#server/feature.ts'
import { refuseBlocked } from '#server/features/accounts/hidden-users/hidden-queries.ts'
import { refuseChatWords } from '#server/features/live/chat/chat-words.ts'
import { refuseLinksOfNewAccount } from '#server/features/accounts/new-accounts/limit-new-account.ts'
import { refuseSiteWords } from '#server/features/accounts/watched-words/refuse-words.ts'
import type { Caller } from '#server/http/access.ts'
import { assertNotTimedOut } from '#server/http/timed-out.ts'
import { findLiveStreamId } from './queries.ts'

/** The payer, with the end of the payer's time-out, if any. */
export type Payer = Caller & { timedOutUntil: Date | null }

type Message = {
  text: string | null | undefined
  creatorId: string | null
  /** The stream that the payer names; undefined: the creator's live one, null: none. */
  streamId: string | null | undefined
}

/**
 * Throws if the payer may not send the message of a tip: 403 `timed_out` and `blocked`, 422 `watched_word` of the
 * site or of the chat where it appears, 422 `new_account`. A tip without a message passes.
 */
export async function checkMessage(
  dependencies: Pick<Context, 'db' | 'limits' | 'settings'>,
  payer: Payer,
  { text, creatorId, streamId }: Message,
): Promise<void> {
  if (!text) return
  const { db, settings } = dependencies
  assertNotTimedOut(payer)
  refuseSiteWords(settings, { message: text })
  await refuseLinksOfNewAccount(dependencies, payer, { message: text })
  if (creatorId === null) return
  await refuseBlocked(db, payer.id, creatorId)
  const shownOn = streamId === undefined ? await findLiveStreamId(db, creatorId) : streamId
  if (shownOn) await refuseChatWords(db, shownOn, text)
}
