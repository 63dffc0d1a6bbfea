import type { ChatState } from '#shared/live/chat.ts'
import type { Downstream } from '#shared/realtime.ts'
import type { Stream } from '#shared/live/streams.ts'
import { type BroadcastState, OFF_AIR, UNKNOWN_BROADCAST, reduceBroadcast } from './broadcast-state.ts'
import { reduceChat } from './chat-state.ts'
import { type ViewerCounts, reduceRecord, withCounts } from './stream-record.ts'

/** The state of one stream, shared by all components of a page. */
export type StreamState = {
  /** The record in the entity cache; undefined until it is loaded. */
  record: Stream | undefined
  broadcast: BroadcastState
  /** Rules, pinned message and permissions; null until they are loaded. */
  chat: ChatState | null
  /** The current user is banned from this stream. */
  isBanned: boolean
  /** The server has confirmed the subscription on the current connection, so that no later message is missed. */
  isSubscribed: boolean
  /** Viewer counts that arrived on the current connection; they are newer than those of HTTP responses. */
  counts: ViewerCounts | null
  /** The newest chat message that arrived; a later one has the later count, in whichever order they arrive. */
  newestMessageId: string | null
}

export const UNKNOWN_STREAM: StreamState = {
  record: undefined,
  broadcast: UNKNOWN_BROADCAST,
  chat: null,
  isBanned: false,
  isSubscribed: false,
  counts: null,
  newestMessageId: null,
}

/** The inputs of a reduction besides state and message: `now` is in ms since 1970 by this device's clock. */
export type ReducerContext = { isSignedIn: boolean; now: number }

/** Returns the state after a message of the socket; the same object when the message changes nothing. */
export function reduceStream(
  state: StreamState,
  message: Downstream,
  { isSignedIn, now }: ReducerContext,
): StreamState {
  const hasOldCount = isOlderMessage(state, message)
  const next: StreamState = {
    record: hasOldCount ? state.record : state.record && reduceRecord(state.record, message, isSignedIn),
    broadcast: reduceBroadcast(state.broadcast, message),
    chat: state.chat && reduceChat(state.chat, message, { streamerId: state.record?.streamerId, now }),
    isBanned: reduceBan(state.isBanned, message),
    isSubscribed: state.isSubscribed || message.type === 'subscribed',
    counts: countsOf(message) ?? state.counts,
    newestMessageId:
      message.type === 'chat_message' && !hasOldCount ? message.data.id : state.newestMessageId,
  }
  return isEqual(state, next) ? state : next
}

/** Returns the state after a disconnect: counts and subscription belong to one connection. */
export function withoutConnection(state: StreamState): StreamState {
  return { ...state, isSubscribed: false, counts: null }
}

/** Adds a record that was loaded over HTTP. Viewer counts of the socket are newer than the stored ones. */
export function withRecord(state: StreamState, loaded: Stream): StreamState {
  const record = state.counts ? withCounts(loaded, state.counts) : loaded
  const maxViewers = Math.max(record.maxViewers, state.record?.maxViewers ?? 0)
  const isSameBroadcast = record.startedAt === state.record?.startedAt
  const peakViewers = Math.max(record.peakViewers, (isSameBroadcast && state.record?.peakViewers) || 0)
  return { ...state, record: { ...record, maxViewers, peakViewers } }
}

/** Returns the state after a snapshot; resets the broadcast if it ended while this page was disconnected. */
export function withSnapshot(state: StreamState, record: Stream): StreamState {
  const hasEnded = state.record?.isLive === true && !record.isLive
  return { ...state, record, broadcast: hasEnded ? OFF_AIR : state.broadcast }
}

/** Adds a chat state that was loaded over HTTP. */
export function withChat(state: StreamState, chat: ChatState): StreamState {
  return { ...state, chat, isBanned: chat.viewer.restriction?.kind === 'ban' }
}

/** Whether the message shows that the record is older than a change that this page has received no message about. */
export function isOutdated(record: Stream | undefined, message: Downstream): boolean {
  if (!record) return false
  if (message.type === 'subscribed')
    return message.mark !== undefined && record.updatedAt < message.mark.updatedAt
  // The reply to a join has neither the time of an end nor the final counts.
  return message.type === 'stream_joined' && record.isLive !== message.data.isLive
}

/** Whether the stream is live and the server has no media of its creator yet. */
export function isAwaitingMedia({ record, broadcast }: StreamState): boolean {
  return record?.isLive === true && broadcast.hasMedia === false && !broadcast.isInterrupted
}

/** Whether a chat message is older than one that has arrived; ids grow in the order in which messages are counted. */
function isOlderMessage({ newestMessageId }: StreamState, message: Downstream): boolean {
  return message.type === 'chat_message' && newestMessageId !== null && message.data.id < newestMessageId
}

function reduceBan(isBanned: boolean, message: Downstream): boolean {
  switch (message.type) {
    case 'chat_restricted':
      return message.data.restriction?.kind === 'ban'
    case 'error':
      return isBanned || (message.code === 'banned' && message.clientId === undefined)
    case 'subscribed':
    case 'stream_joined':
      return false
    default:
      return isBanned
  }
}

function countsOf(message: Downstream): ViewerCounts | null {
  switch (message.type) {
    case 'viewer_count':
    case 'stream_joined': {
      const { viewerCount, ownerCount } = message.data
      return { viewerCount, ownerCount }
    }
    case 'subscribed': {
      const { viewerCount, ownerCount } = message
      return viewerCount === undefined ? null : { viewerCount, ownerCount }
    }
    default:
      return null
  }
}

function isEqual(one: StreamState, other: StreamState): boolean {
  return (
    one.record === other.record &&
    one.broadcast === other.broadcast &&
    one.chat === other.chat &&
    one.isBanned === other.isBanned &&
    one.isSubscribed === other.isSubscribed &&
    one.counts === other.counts &&
    one.newestMessageId === other.newestMessageId
  )
}
