import type { ChatRules } from '#shared/live/chat.ts'
import type { RecordingProblem, Stream } from '#shared/live/streams.ts'
import type { Context } from '#server/feature.ts'
import type { StreamKeys } from '#server/features/live/stream-keys/stream-keys.ts'
import { presentPublicUser } from '#server/features/accounts/users/present-user.ts'
import { versionedUrl } from '#server/features/videos/videos/files/video-files.ts'
import type { Caller } from '#server/http/access.ts'
import type { StreamWithStreamer } from './queries.ts'
import { tipsTotalOf } from './tips-total.ts'
import type { BroadcastRecording, ChatRulesRow } from './schema.ts'

export type StreamDependencies = Pick<Context, 'payments'> & { streamKeys: StreamKeys }

export async function presentStream(
  dependencies: StreamDependencies,
  row: StreamWithStreamer,
  requester: Caller | null,
): Promise<Stream> {
  const isOwner = requester?.id === row.stream.streamerId
  return present(dependencies, row, {
    requester,
    streamKey: isOwner ? await dependencies.streamKeys.getOrCreate(requester.id) : null,
  })
}

/** Presents a page of a list. Loads the requester's key at most once, and only if the page has a stream of theirs. */
export async function presentStreams(
  dependencies: StreamDependencies,
  rows: readonly StreamWithStreamer[],
  requester: Caller | null,
): Promise<Stream[]> {
  const hasOwn = requester && rows.some(({ stream }) => stream.streamerId === requester.id)
  const streamKey = hasOwn ? await dependencies.streamKeys.getOrCreate(requester.id) : null
  return rows.map((row) => present(dependencies, row, { requester, streamKey }))
}

export function presentChatRules({
  allowChat,
  slowModeSeconds,
  followersOnly,
  followersOnlyMinutes,
}: ChatRulesRow): ChatRules {
  return { allowChat, slowModeSeconds, followersOnly, followersOnlyMinutes }
}

export function problemOf(recording: BroadcastRecording | null): RecordingProblem | null {
  return recording === 'recording' ? null : recording
}

function present(
  { payments }: StreamDependencies,
  row: StreamWithStreamer,
  { requester, streamKey }: { requester: Caller | null; streamKey: string | null },
): Stream {
  const { stream, streamer, recording, poster, isLiked, hasReminder, hasBlock } = row
  const isOwner = requester?.id === stream.streamerId
  const { isPublic, allowChat, recordStream, publishRecording, tipGoal } = stream
  return {
    id: stream.id,
    streamerId: stream.streamerId,
    title: stream.title,
    description: stream.description,
    category: stream.category,
    thumbnailUrl: stream.thumbnailUrl,
    isLive: stream.isLive,
    isRecording: recording === 'recording',
    recordingProblem: isOwner ? problemOf(recording) : null,
    posterUrl: poster && versionedUrl(poster, poster.name),
    viewerCount: isOwner ? stream.otherViewers : stream.viewerCount,
    maxViewers: isOwner ? stream.maxOtherViewers : stream.maxViewers,
    peakViewers: isOwner ? stream.peakOtherViewers : stream.peakViewers,
    likesCount: stream.likesCount,
    messagesCount: stream.messagesCount,
    tipsTotal: tipsTotalOf(stream, payments),
    atStart: {
      likesCount: stream.likesAtStart,
      messagesCount: stream.messagesAtStart,
      tipsTotal: tipsTotalOf(
        { tipsCents: stream.tipsCentsAtStart, sandboxTipsCents: stream.sandboxTipsCentsAtStart },
        payments,
      ),
    },
    settings: { isPublic, allowChat, recordStream, publishRecording, tipGoal },
    scheduledFor: stream.scheduledFor?.toISOString() ?? null,
    remindersCount: stream.remindersCount,
    startedAt: stream.startedAt?.toISOString() ?? null,
    endedAt: stream.endedAt?.toISOString() ?? null,
    createdAt: stream.createdAt.toISOString(),
    updatedAt: stream.updatedAt.toISOString(),
    streamer: presentPublicUser(streamer, requester),
    viewer: { isOwner, canChat: requester !== null && allowChat && !hasBlock, isLiked, hasReminder },
    ...(isOwner && { streamKey, rtcOfferId: stream.rtcOfferId }),
  }
}
