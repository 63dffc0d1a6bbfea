import type { ChatRules } from '#shared/chat.ts'
import type { Stream } from '#shared/streams.ts'
import type { StreamKeys } from '#server/features/stream-keys/stream-keys.ts'
import { presentPublicUser } from '#server/features/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import type { StreamWithStreamer } from './queries.ts'
import type { ChatRulesRow } from './schema.ts'

export async function presentStream(
  streamKeys: StreamKeys,
  row: StreamWithStreamer,
  viewer: Caller | null,
): Promise<Stream> {
  const isOwner = viewer?.id === row.stream.streamerId
  return present(row, viewer, isOwner ? await streamKeys.of(viewer.id) : null)
}

/** A page of a list; the viewer's key is looked up once, and only where a stream of its own stands in it. */
export async function presentStreams(
  streamKeys: StreamKeys,
  rows: readonly StreamWithStreamer[],
  viewer: Caller | null,
): Promise<Stream[]> {
  const hasOwn = viewer && rows.some(({ stream }) => stream.streamerId === viewer.id)
  const streamKey = hasOwn ? await streamKeys.of(viewer.id) : null
  return rows.map((row) => present(row, viewer, streamKey))
}

export function presentChatRules({ allowChat, slowModeSeconds, followersOnly }: ChatRulesRow): ChatRules {
  return { allowChat, slowModeSeconds, followersOnly }
}

function present(row: StreamWithStreamer, viewer: Caller | null, streamKey: string | null): Stream {
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
    ...(isOwner && { streamKey, rtcOfferId: stream.rtcOfferId }),
  }
}
