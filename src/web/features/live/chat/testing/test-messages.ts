import type { ChatAuthor, ChatMessage } from '#shared/live/chat.ts'
import type { ChatState } from '#shared/live/chat.ts'

export const streamId = '0198c1d2-0000-7000-8000-000000000001'

export const ada: ChatAuthor = {
  id: '0198c1d2-0000-7000-8000-00000000000a',
  handle: 'ada',
  email: 'a…@example.org',
  firstName: 'Ada',
  lastName: null,
  profileImageUrl: null,
  isPremium: false,
}
export const ben: ChatAuthor = {
  id: '0198c1d2-0000-7000-8000-00000000000b',
  handle: 'ben',
  email: 'b…@example.org',
  firstName: 'Ben',
  lastName: null,
  profileImageUrl: null,
  isPremium: false,
}

/** Returns a stored message; the ids of higher numbers are later. */
export function storedMessage(number: number, user = ben, clientId: string | null = null): ChatMessage {
  return {
    id: `0198c1d2-${String(number).padStart(4, '0')}-7000-8000-000000000000`,
    streamId,
    userId: user.id,
    message: `message ${number}`,
    createdAt: '2025-11-21T20:00:00Z',
    user,
    clientId,
    replyTo: null,
    isFirst: false,
    isHeld: false,
    tip: null,
  }
}

/** Returns the stored messages of a range of numbers, both ends included. */
export function storedMessages(from: number, to: number): ChatMessage[] {
  return Array.from({ length: to - from + 1 }, (_, index) => storedMessage(from + index))
}

type Overrides = { rules?: Partial<ChatState['rules']>; viewer?: Partial<ChatState['viewer']> }

/** A chat state in which everybody may write. */
export function testChatState(
  { rules, viewer }: Overrides = {},
  pinned: ChatState['pinned'] = null,
  highlights: ChatState['highlights'] = [],
): ChatState {
  return {
    rules: { allowChat: true, slowModeSeconds: 0, followersOnly: false, followersOnlyMinutes: 0, ...rules },
    pinned,
    highlights,
    viewer: {
      canWrite: true,
      canModerate: false,
      isFollower: false,
      followedAt: null,
      followedSeconds: null,
      restriction: null,
      hasBlock: false,
      held: [],
      ...viewer,
    },
  }
}
