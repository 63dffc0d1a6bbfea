import type { Downstream } from '#shared/realtime.ts'
import type { Stream } from '#shared/live/streams.ts'

/** `ownerCount`: the number of viewers that are pages of the stream's owner. */
export type ViewerCounts = { viewerCount: number; ownerCount?: number | undefined }

/** Returns the record after a message of the socket; the same object when the message is not about the record. */
export function reduceRecord(record: Stream, message: Downstream, isSignedIn: boolean): Stream {
  switch (message.type) {
    case 'stream_updated': {
      const canChat = isSignedIn && message.data.settings.allowChat
      return { ...record, ...message.data, viewer: { ...record.viewer, canChat } }
    }
    case 'stream_likes': {
      const { likesCount, likesAtStart } = message.data
      return { ...record, likesCount, atStart: { ...record.atStart, likesCount: likesAtStart } }
    }
    case 'tips_total_changed':
      return { ...record, ...message.data }
    case 'tip_received':
      return { ...record, tipsTotal: message.data.tipsTotal }
    case 'stream_like_changed': {
      const { isLiked, likesCount } = message.data
      return { ...record, likesCount, viewer: { ...record.viewer, isLiked } }
    }
    case 'recording_changed': {
      const { isRecording } = message.data
      return { ...record, isRecording, recordingProblem: isRecording ? null : record.recordingProblem }
    }
    case 'recording_problem':
      return { ...record, recordingProblem: message.data.problem }
    case 'chat_message': {
      const { messagesCount, messagesAtStart = record.atStart.messagesCount } = message
      if (messagesCount === undefined) return record
      return { ...record, messagesCount, atStart: { ...record.atStart, messagesCount: messagesAtStart } }
    }
    default:
      return reduceLive(record, message)
  }
}

/** Handles start, end and viewer counts. */
function reduceLive(record: Stream, message: Downstream): Stream {
  switch (message.type) {
    case 'subscribed': {
      const { mark, viewerCount, ownerCount, isRecording = record.isRecording } = message
      const counted = viewerCount === undefined ? record : withCounts(record, { viewerCount, ownerCount })
      const current = isRecording === counted.isRecording ? counted : { ...counted, isRecording }
      return mark ? { ...current, likesCount: mark.likesCount, tipsTotal: mark.tipsTotal } : current
    }
    case 'stream_joined': {
      const { isLive, startedAt, ...counts } = message.data
      return withCounts({ ...record, isLive, startedAt: latestOf(record.startedAt, startedAt) }, counts)
    }
    case 'viewer_count':
      return withCounts(record, message.data)
    case 'stream_started':
      return applyStart(record, message.data.startedAt)
    case 'stream_ended':
      return applyEnd(record, message.data.endedAt)
    case 'stream_deleted':
      return record.isLive ? { ...record, ...OFFLINE } : record
    case 'webrtc_offer':
      // The server sends an offer only for a live stream; the record may be older.
      return record.isLive ? record : { ...record, isLive: true }
    default:
      return record
  }
}

/** Sets the viewer count that this user sees: for the owner without the owner's own pages. */
export function withCounts(record: Stream, { viewerCount: total, ownerCount = 0 }: ViewerCounts): Stream {
  const viewerCount = record.viewer.isOwner ? total - ownerCount : total
  // Viewers before the start do not count for the peak.
  if (!record.isLive) return { ...record, viewerCount }
  const maxViewers = Math.max(record.maxViewers, viewerCount)
  return { ...record, viewerCount, maxViewers, peakViewers: Math.max(record.peakViewers, viewerCount) }
}

function applyStart(record: Stream, startedAt: string): Stream {
  // The record belongs to a later broadcast.
  if (record.startedAt !== null && isBefore(startedAt, record.startedAt)) return record
  const { viewerCount, likesCount, messagesCount, tipsTotal } = record
  const maxViewers = Math.max(record.maxViewers, viewerCount)
  const started = { ...record, isLive: true, startedAt, endedAt: null, maxViewers }
  // The record is already that of this broadcast.
  if (record.startedAt !== null && !isBefore(record.startedAt, startedAt))
    return { ...started, peakViewers: Math.max(record.peakViewers, viewerCount) }
  return { ...started, peakViewers: viewerCount, atStart: { likesCount, messagesCount, tipsTotal } }
}

function applyEnd(record: Stream, endedAt: string): Stream {
  // Another broadcast has started since.
  if (record.startedAt !== null && isBefore(endedAt, record.startedAt)) return record
  return { ...record, ...OFFLINE, endedAt }
}

const OFFLINE = { isLive: false, isRecording: false, recordingProblem: null }

function latestOf(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other
  return isBefore(one, other) ? other : one
}

const isBefore = (one: string, other: string) => Date.parse(one) < Date.parse(other)
