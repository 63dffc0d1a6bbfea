import type { ChatState, Restriction } from '#shared/chat.ts'
import type { Downstream } from '#shared/realtime.ts'

export type StreamRef = { streamId: string; streamerId: string }

/** What a message of the socket makes of a chat's state; the same when it is not about it. */
export function reduceChatState(state: ChatState, message: Downstream, stream: StreamRef): ChatState {
  if (message.type === 'follow_changed' && message.userId === stream.streamerId)
    return withViewer(state, { isFollower: message.data.isFollowing })
  if (!('streamId' in message) || message.streamId !== stream.streamId) return state
  switch (message.type) {
    case 'chat_rules':
      return { ...state, rules: message.data }
    case 'chat_pinned':
      return { ...state, pinned: message.data.message }
    case 'chat_restricted':
      return withViewer(state, { restriction: byThisClock(message.data.restriction) })
    case 'chat_deleted':
      return isPinnedAmong(state, message.data) ? { ...state, pinned: null } : state
    case 'stream_updated':
      return { ...state, rules: { ...state.rules, allowChat: message.data.settings.allowChat } }
    default:
      return state
  }
}

/** What it changes may not be known to an answer that is under way. */
export function isChatStateMessage(message: Downstream, { streamId, streamerId }: StreamRef): boolean {
  if (message.type === 'follow_changed') return message.userId === streamerId
  return 'streamId' in message && message.streamId === streamId && ABOUT.has(message.type)
}

const ABOUT: ReadonlySet<Downstream['type']> = new Set([
  'chat_rules',
  'chat_pinned',
  'chat_restricted',
  'chat_deleted',
  'stream_updated',
])

/** What the server has just said, with the end of a time-out by this device's clock, which may be wrong. */
export function heardNow(state: ChatState): ChatState {
  return withViewer(state, { restriction: byThisClock(state.viewer.restriction) })
}

function byThisClock(restriction: Restriction | null): Restriction | null {
  if (!restriction || restriction.seconds === null) return restriction
  return { ...restriction, until: new Date(Date.now() + restriction.seconds * 1000).toISOString() }
}

/** Why a reader cannot write. */
export type Block = { kind: 'off' | 'visitor' | 'banned' | 'followersOnly' } | TimeOut
type TimeOut = { kind: 'timedOut'; until: string }

/**
 * Why a reader cannot write, null when it can. As long as the chat's state is not known, the stream's own setting
 * decides. A time-out ends at its `until`.
 */
export function blockReasonOf(
  state: ChatState | null,
  { allowChat, isMember }: { allowChat: boolean; isMember: boolean },
): Block | null {
  if (!(state?.rules.allowChat ?? allowChat)) return { kind: 'off' }
  if (!isMember) return { kind: 'visitor' }
  if (state === null) return null
  const { restriction, isFollower, canModerate } = state.viewer
  if (restriction?.kind === 'ban') return { kind: 'banned' }
  if (restriction?.until) return { kind: 'timedOut', until: restriction.until }
  if (state.rules.followersOnly && !isFollower && !canModerate) return { kind: 'followersOnly' }
  return null
}

function withViewer(state: ChatState, viewer: Partial<ChatState['viewer']>): ChatState {
  return { ...state, viewer: { ...state.viewer, ...viewer } }
}

type Deleted = Extract<Downstream, { type: 'chat_deleted' }>['data']

function isPinnedAmong({ pinned }: ChatState, deleted: Deleted): boolean {
  if (pinned === null) return false
  return 'userId' in deleted ? pinned.userId === deleted.userId : deleted.messageIds.includes(pinned.id)
}
