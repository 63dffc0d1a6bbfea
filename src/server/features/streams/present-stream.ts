import type { Stream } from '#shared/streams.ts'
import { presentPublicUser } from '#server/features/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import type { StreamWithStreamer } from './queries.ts'

export function presentStream(row: StreamWithStreamer, viewer: Caller | null): Stream {
  const { stream, streamer, isLiked, hasReminder } = row
  const isOwner = viewer?.id === stream.streamerId
  const { isPublic, allowChat, recordStream } = stream
  return {
    id: stream.id,
    streamerId: stream.streamerId,
    title: stream.title,
    description: stream.description,
    category: stream.category,
    thumbnailUrl: stream.thumbnailUrl,
    isLive: stream.isLive,
    viewerCount: stream.viewerCount,
    maxViewers: stream.maxViewers,
    likesCount: stream.likesCount,
    messagesCount: stream.messagesCount,
    settings: { isPublic, allowChat, recordStream },
    scheduledFor: stream.scheduledFor?.toISOString() ?? null,
    remindersCount: stream.remindersCount,
    startedAt: stream.startedAt?.toISOString() ?? null,
    endedAt: stream.endedAt?.toISOString() ?? null,
    createdAt: stream.createdAt.toISOString(),
    updatedAt: stream.updatedAt.toISOString(),
    streamer: presentPublicUser(streamer, viewer),
    viewer: { isOwner, canChat: viewer !== null && allowChat, isLiked, hasReminder },
    ...(isOwner && { streamKey: null, rtcOfferId: stream.rtcOfferId }),
  }
}
