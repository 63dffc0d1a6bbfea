import type { ChatState, Restriction } from '#shared/chat.ts'
import type { Downstream } from '#shared/realtime.ts'

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
    case 'chat_deleted':
      return isPinnedDeleted(chat, message.data) ? { ...chat, pinned: null } : chat
    case 'stream_updated':
      return { ...chat, rules: { ...chat.rules, allowChat: message.data.settings.allowChat } }
    case 'follow_changed':
      return message.userId === streamerId
        ? updateRequester(chat, { isFollower: message.data.isFollowing })
        : chat
    default:
      return chat
  }
}

/**
 * Returns a loaded chat state with the end of a time-out by this device's clock, which may differ from the server's.
 */
export function withLocalClock(chat: ChatState, now: number): ChatState {
  return updateRequester(chat, { restriction: toLocalClock(chat.viewer.restriction, now) })
}

function toLocalClock(restriction: Restriction | null, now: number): Restriction | null {
  if (!restriction || restriction.seconds === null) return restriction
  return { ...restriction, until: new Date(now + restriction.seconds * 1000).toISOString() }
}

function updateRequester(chat: ChatState, change: Partial<ChatState['viewer']>): ChatState {
  return { ...chat, viewer: { ...chat.viewer, ...change } }
}

type Deleted = Extract<Downstream, { type: 'chat_deleted' }>['data']

function isPinnedDeleted({ pinned }: ChatState, deleted: Deleted): boolean {
  if (pinned === null) return false
  return 'userId' in deleted ? pinned.userId === deleted.userId : deleted.messageIds.includes(pinned.id)
}
