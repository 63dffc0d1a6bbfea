import type { ChatMessage, ChatState, Restriction } from '#shared/live/chat.ts'
import type { Downstream } from '#shared/realtime.ts'
import { highlightSeconds } from '#shared/money/tips.ts'

type ChatContext = { streamerId: string | undefined; now: number }

/** Returns the chat state after a message of the socket; the same object when the message is not about it. */
export function reduceChat(
  chat: ChatState,
  message: Downstream,
  { streamerId, now }: ChatContext,
): ChatState {
  switch (message.type) {
    case 'chat_rules':
      return { ...chat, rules: message.data }
    case 'chat_pinned':
      return { ...chat, pinned: message.data.message }
    case 'chat_restricted':
      return updateRequester(chat, { restriction: toLocalClock(message.data.restriction, now) })
    case 'chat_message':
      return endWait(chat, ({ clientId }) => clientId !== null && clientId === message.data.clientId)
    case 'chat_deleted':
      return removeDeleted(chat, message.data)
    case 'tip_received':
      return addHighlight(chat, message.data, now)
    case 'stream_updated':
      return { ...chat, rules: { ...chat.rules, allowChat: message.data.settings.allowChat } }
    case 'follow_changed':
      return message.userId === streamerId ? changeFollow(chat, message.data.isFollowing, now) : chat
    default:
      return chat
  }
}

/**
 * Returns a loaded chat state with the times of a follow, a time-out and highlights by this device's clock, which may differ
 * from the server's.
 */
export function withLocalClock(chat: ChatState, now: number): ChatState {
  const highlights = chat.highlights.map((tip) => ({ ...tip, until: isoAfter(now, tip.seconds) }))
  const { restriction, followedSeconds } = chat.viewer
  return updateRequester(
    { ...chat, highlights },
    {
      restriction: toLocalClock(restriction, now),
      followedAt: followedSeconds === null ? null : isoAfter(now, -followedSeconds),
    },
  )
}

function toLocalClock(restriction: Restriction | null, now: number): Restriction | null {
  if (!restriction || restriction.seconds === null) return restriction
  return { ...restriction, until: isoAfter(now, restriction.seconds) }
}

const isoAfter = (now: number, seconds: number) => new Date(now + seconds * 1000).toISOString()

function updateRequester(chat: ChatState, change: Partial<ChatState['viewer']>): ChatState {
  return { ...chat, viewer: { ...chat.viewer, ...change } }
}

function changeFollow(chat: ChatState, isFollower: boolean, now: number): ChatState {
  if (isFollower === chat.viewer.isFollower) return chat
  const since = isFollower ? { followedAt: isoAfter(now, 0), followedSeconds: 0 } : NO_FOLLOW
  return updateRequester(chat, { isFollower, ...since })
}

const NO_FOLLOW = { followedAt: null, followedSeconds: null }

/** Leaves out messages of the current user that wait for review no longer. An approved one has another id, but its `clientId`. */
function endWait(chat: ChatState, hasEnded: (message: ChatMessage) => boolean): ChatState {
  const { held } = chat.viewer
  const waiting = held.filter((message) => !hasEnded(message))
  return waiting.length === held.length ? chat : updateRequester(chat, { held: waiting })
}

type Deleted = Extract<Downstream, { type: 'chat_deleted' }>['data']

function removeDeleted(chat: ChatState, deleted: Deleted): ChatState {
  const isDeleted = (messageId: string, userId: string) =>
    'userId' in deleted ? userId === deleted.userId : deleted.messageIds.includes(messageId)
  const next = endWait(chat, ({ id, userId }) => isDeleted(id, userId))
  const { pinned } = next
  const highlights = next.highlights.filter(({ messageId, user }) => !isDeleted(messageId, user.id))
  const isPinnedDeleted = pinned !== null && isDeleted(pinned.id, pinned.userId)
  if (!isPinnedDeleted && highlights.length === next.highlights.length) return next
  return { ...next, pinned: isPinnedDeleted ? null : pinned, highlights }
}

type Received = Extract<Downstream, { type: 'tip_received' }>['data']

/** A snapshot that was loaded meanwhile may include the tip. */
function addHighlight(chat: ChatState, tip: Received, now: number): ChatState {
  const { messageId, user, message, amount, currency, isSandbox } = tip
  if (chat.highlights.some((highlight) => highlight.messageId === messageId)) return chat
  const seconds = highlightSeconds(amount)
  const content = { messageId, user, message: message ?? '', amount, currency, isSandbox }
  const active = chat.highlights.filter(({ until }) => Date.parse(until) > now)
  return { ...chat, highlights: [{ ...content, until: isoAfter(now, seconds), seconds }, ...active] }
}
