import type { ChatMessage } from '#shared/live/chat.ts'
import type { Context } from '#server/feature.ts'
import type { SessionCache } from '#server/features/accounts/auth/session-cache.ts'
import { banned, followTooNew, chatTimedOut } from '#server/features/live/streams/refusals.ts'
import type { SessionUser } from '#server/features/accounts/users/schema.ts'
import type { Caller } from '#server/http/access.ts'
import { HttpError, blocked, invalid, notFound, unauthorized } from '#server/http/errors.ts'
import { findLinkRefusal } from '#server/features/accounts/new-accounts/limit-new-account.ts'
import { assertNotTimedOut } from '#server/http/timed-out.ts'
import {
  findHeldWord,
  findSiteWord,
  watchedWordError,
} from '#server/features/accounts/watched-words/refuse-words.ts'
import { serializeBy } from '#server/concurrency/serialize-by.ts'
import { isModerator } from './access.ts'
import type { ChatWordLists } from './chat-words.ts'
import { presentMessage } from './present-message.ts'
import { findByClientId } from './queries.ts'
import { type Outcome, storeMessage } from './send-queries.ts'
import { messageShown } from './message-shown.ts'

type Dependencies = Pick<Context, 'db' | 'publish' | 'limits' | 'settings'> & {
  sessionCache: SessionCache
  words: ChatWordLists
}
type Input = {
  streamId: string
  message: string
  clientId?: string | undefined
  replyTo?: string | null | undefined
}

/**
 * Stores a chat message and publishes it, unless it waits for review. Repeating a `clientId` returns the stored message and
 * publishes nothing. Throws 404 for a hidden stream, 404 `message_deleted` for a repeated message that was deleted, 403 `chat_closed`,
 * `blocked`, `banned`, `timed_out` or `followers_only`, 429 `slow_mode`, 422 `watched_word` and `new_account`, 422 if the
 * replied message is absent.
 */
export async function sendMessage(
  dependencies: Dependencies,
  sender: Caller,
  input: Input,
): Promise<ChatMessage> {
  const user = await dependencies.sessionCache.findUser(sender.id)
  if (!user) throw unauthorized()
  assertNotTimedOut(user)
  // Concurrent statements would not see each other's message and both pass slow mode, and their events could be published
  // in another order.
  return serializeBy(user.id, `chat ${input.streamId}`, async () => {
    const refusal = await findRefusal(dependencies, user, input)
    return refusal ? findStoredOrThrow(dependencies, user, input, refusal) : store(dependencies, user, input)
  })
}

/** Returns the error for a text that the site refuses; null for an accepted text. */
async function findRefusal(
  dependencies: Dependencies,
  user: SessionUser,
  { message }: Input,
): Promise<HttpError | null> {
  const word = findSiteWord(dependencies.settings, message)
  return word === null ? findLinkRefusal(dependencies, user, { message }) : watchedWordError('message', word)
}

/** Returns the stored message if the client repeats a call that succeeded before its text was refused. Throws the refusal otherwise. */
async function findStoredOrThrow(
  dependencies: Dependencies,
  user: SessionUser,
  input: Input,
  refusal: HttpError,
): Promise<ChatMessage> {
  const { streamId, clientId = null } = input
  const storedMessage = await findStored(dependencies, { streamId, userId: user.id, clientId })
  if (storedMessage) return storedMessage
  throw refusal
}

async function store(dependencies: Dependencies, user: SessionUser, input: Input): Promise<ChatMessage> {
  const { streamId, message, clientId = null, replyTo = null } = input
  const sent = { streamId, userId: user.id, message, clientId }
  const { version: wordsVersion, find, action } = dependencies.words.get(streamId)
  const word = find(message)
  const siteAction = findHeldWord(dependencies.settings, user, message) === null ? null : 'hold'
  const comparison = { wordsVersion, watched: word === null ? siteAction : action }
  const outcome = await storeMessage(dependencies.db, {
    ...sent,
    ...comparison,
    replyTo,
    isModerator: isModerator(user),
  })
  if (!outcome) throw notFound('notFound.stream')
  switch (outcome.verdict) {
    case 'retry':
      return store(dependencies, user, input)
    case 'words_changed':
      await dependencies.words.reload(dependencies.db, streamId)
      return store(dependencies, user, input)
    case 'duplicate': {
      const storedMessage = await findStored(dependencies, sent)
      if (!storedMessage) throw invalid([{ path: 'clientId', key: 'fields.wrong' }])
      return storedMessage
    }
    case 'stored': {
      const { handle, email, firstName, lastName, profileImageUrl, isPremium } = user
      const author = { handle, email, firstName, lastName, profileImageUrl, isPremium }
      const data = presentMessage({ ...author, ...sent, ...outcome, ...NO_TIP })
      if (!data.isHeld) {
        const { id: messageId, messagesCount, messagesAtStart } = outcome
        const counts = { messagesCount, messagesAtStart }
        dependencies.publish(dependencies.db, messageShown({ streamId, messageId, ...counts }, data))
      }
      return data
    }
    case 'watched_word':
      return findStoredOrThrow(dependencies, user, input, watchedWordError('message', word ?? message))
    case 'slow_mode':
    case 'no_such_reply':
      return findStoredOrThrow(dependencies, user, input, errorOf(outcome))
    default:
      throw errorOf(outcome)
  }
}

const NO_TIP = { tipId: null, tipCents: null, tipCurrency: null, tipIsSandbox: null }

function errorOf(
  outcome: Exclude<Outcome, { verdict: 'retry' | 'words_changed' | 'duplicate' | 'stored' | 'watched_word' }>,
): HttpError {
  switch (outcome.verdict) {
    case 'chat_closed':
      return new HttpError(403, 'chat_closed', 'errors.chatClosed')
    case 'blocked':
      return blocked()
    case 'banned':
      return banned()
    case 'timed_out':
      return chatTimedOut(outcome.wait)
    case 'followers_only':
      return new HttpError(403, 'followers_only', 'errors.followersOnly')
    case 'follow_too_new':
      return followTooNew(outcome)
    case 'no_such_reply':
      return new HttpError(422, 'unprocessable', 'errors.repliedMessageGone', {
        fields: [{ path: 'replyTo', key: 'errors.repliedMessageGone' }],
      })
    case 'slow_mode': {
      const { wait: seconds } = outcome
      return new HttpError(429, 'slow_mode', 'errors.slowMode', { values: { seconds }, retryAfter: seconds })
    }
    default:
      return outcome satisfies never
  }
}

/**
 * Returns the message that was stored before with the same `clientId` on the same stream. Throws 404 `message_deleted`
 * if it was deleted.
 */
async function findStored(
  { db }: Dependencies,
  { streamId, userId, clientId }: { streamId: string; userId: string; clientId: string | null },
): Promise<ChatMessage | undefined> {
  const row = clientId === null ? undefined : await findByClientId(db, { streamId, userId, clientId })
  if (row?.isDeleted) throw new HttpError(404, 'message_deleted', 'notFound.message')
  return row && presentMessage(row)
}
