import type { ChatRules } from '#shared/live/chat.ts'
import type { RecordingProblem, Stream } from '#shared/live/streams.ts'
import { defineExtensionPoint } from '#server/services.ts'
import type { Executor } from '#server/db/executor.ts'
import type { Context } from '#server/feature.ts'
import { presentPublicUser, withoutLiveState } from '#server/features/accounts/users/present-user.ts'
import type { Caller } from '#server/http/access.ts'
import type { StreamWithStreamer } from './queries.ts'
import { tipsTotalOf } from './tips-total.ts'
import type { BroadcastRecording, ChatRulesRow, StreamRow } from './schema.ts'

/** Values that higher features add to a stream, for the requester. */
type AddedToStream = Pick<Stream, 'posterUrl' | 'frameUrl'> &
  Pick<Stream['viewer'], 'isLiked' | 'hasReminder'> & { streamKey: string | null }

/** Returns the values that a feature adds, by the id of the stream. Streams without such a value may be left out. */
export type StreamAddition = (
  db: Executor,
  streams: readonly StreamRow[],
  requester: Caller | null,
) => Promise<ReadonlyMap<string, Partial<AddedToStream>>>

/** The extension point for the values that higher features add to streams. */
export const streamAdditions = defineExtensionPoint<Context, StreamAddition>('additions to streams')

export type StreamDependencies = Pick<Context, 'db' | 'payments'> & { additions: readonly StreamAddition[] }

const NOTHING_ADDED: AddedToStream = {
  posterUrl: null,
  frameUrl: null,
  isLiked: false,
  hasReminder: false,
  streamKey: null,
}

export async function presentStream(
  dependencies: StreamDependencies,
  row: StreamWithStreamer,
  requester: Caller | null,
): Promise<Stream> {
  const [stream] = await presentStreams(dependencies, [row], requester)
  if (!stream) throw new Error('a stream was not presented')
  return stream
}

/** Presents a page of a list. */
export async function presentStreams(
  { db, payments, additions }: StreamDependencies,
  rows: readonly StreamWithStreamer[],
  requester: Caller | null,
): Promise<Stream[]> {
  if (rows.length === 0) return []
  const streams = rows.map(({ stream }) => stream)
  const added = await Promise.all(additions.map((load) => load(db, streams, requester)))
  return rows.map((row) => {
    const values = added.reduce<AddedToStream>(
      (all, byId) => ({ ...all, ...byId.get(row.stream.id) }),
      NOTHING_ADDED,
    )
    return present({ payments }, row, requester, values)
  })
}

export function presentChatRules({
  allowChat,
  slowModeSeconds,
  followersOnly,
  followersOnlyMinutes,
}: ChatRulesRow): ChatRules {
  return { allowChat, slowModeSeconds, followersOnly, followersOnlyMinutes }
}

export function recordingProblemOf(recording: BroadcastRecording | null): RecordingProblem | null {
  return recording === 'recording' ? null : recording
}

function present(
  { payments }: Pick<Context, 'payments'>,
  row: StreamWithStreamer,
  requester: Caller | null,
  { posterUrl, frameUrl, isLiked, hasReminder, streamKey }: AddedToStream,
): Stream {
  const { stream, streamer, recording, hasBlock } = row
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
    recordingProblem: isOwner ? recordingProblemOf(recording) : null,
    posterUrl,
    frameUrl,
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
    streamer: presentPublicUser(hasBlock ? withoutLiveState(streamer) : streamer, requester),
    viewer: { isOwner, canChat: requester !== null && allowChat && !hasBlock, isLiked, hasReminder },
    ...(isOwner && { streamKey, rtcOfferId: stream.rtcOfferId }),
  }
}
