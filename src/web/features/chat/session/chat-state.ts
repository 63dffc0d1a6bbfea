import type { ChatState, Restriction } from '#shared/chat.ts'
import type { Downstream } from '#shared/realtime.ts'

/** Rules, the pinned message, and what the reader may do: as the server said it last. */
export type Standing = ChatState

export type Place = { streamId: string; streamerId: string }

/** What a message of the socket makes of a chat's standing; the same when it is not about it. */
export function standingAfter(standing: Standing, message: Downstream, place: Place): Standing {
  if (message.type === 'follow_changed' && message.userId === place.streamerId)
    return withViewer(standing, { isFollower: message.data.isFollowing })
  if (!('streamId' in message) || message.streamId !== place.streamId) return standing
  switch (message.type) {
    case 'chat_rules':
      return { ...standing, rules: message.data }
    case 'chat_pinned':
      return { ...standing, pinned: message.data.message }
    case 'chat_restricted':
      return withViewer(standing, { restriction: byThisClock(message.data.restriction) })
    case 'chat_deleted':
      return isPinnedAmong(standing, message.data) ? { ...standing, pinned: null } : standing
    case 'stream_updated':
      return { ...standing, rules: { ...standing.rules, allowChat: message.data.settings.allowChat } }
    default:
      return standing
  }
}

/** What it changes may not be known to an answer that is under way. */
export function isAboutStanding(message: Downstream, { streamId, streamerId }: Place): boolean {
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
export function heardNow(standing: Standing): Standing {
  return withViewer(standing, { restriction: byThisClock(standing.viewer.restriction) })
}

function byThisClock(restriction: Restriction | null): Restriction | null {
  if (!restriction || restriction.seconds === null) return restriction
  return { ...restriction, until: new Date(Date.now() + restriction.seconds * 1000).toISOString() }
}

/** Why a reader cannot write. */
export type Block = { kind: 'off' | 'visitor' | 'banned' | 'followersOnly' } | TimeOut
type TimeOut = { kind: 'timedOut'; until: string }

/**
 * Why a reader cannot write, null when it can. As long as the chat's standing is not known, the stream's own setting
 * decides. A time-out ends at its `until`.
 */
export function blockOf(
  standing: Standing | null,
  { allowChat, isMember }: { allowChat: boolean; isMember: boolean },
): Block | null {
  if (!(standing?.rules.allowChat ?? allowChat)) return { kind: 'off' }
  if (!isMember) return { kind: 'visitor' }
  if (standing === null) return null
  const { restriction, isFollower, canModerate } = standing.viewer
  if (restriction?.kind === 'ban') return { kind: 'banned' }
  if (restriction?.until) return { kind: 'timedOut', until: restriction.until }
  if (standing.rules.followersOnly && !isFollower && !canModerate) return { kind: 'followersOnly' }
  return null
}

function withViewer(standing: Standing, viewer: Partial<Standing['viewer']>): Standing {
  return { ...standing, viewer: { ...standing.viewer, ...viewer } }
}

type Deleted = Extract<Downstream, { type: 'chat_deleted' }>['data']

function isPinnedAmong({ pinned }: Standing, deleted: Deleted): boolean {
  if (pinned === null) return false
  return 'userId' in deleted ? pinned.userId === deleted.userId : deleted.messageIds.includes(pinned.id)
}
