import { expect, test } from 'vitest'
import type { ChatMessage, ChatState } from '#shared/chat.ts'
import type { Downstream } from '#shared/realtime.ts'
import type { Stream } from '#shared/streams.ts'
import { testStream } from '#web/api/test-stream.ts'
import { testUser } from '#web/api/test-users.ts'
import { type BroadcastState, OFF_AIR } from './broadcast-state.ts'
import {
  type StreamState,
  UNKNOWN_STREAM,
  isAwaitingMedia,
  isOutdated,
  reduceStream,
  withRecord,
  withoutConnection,
} from './stream-state.ts'

const START = '2025-11-21T19:04:00.000Z'
const LATER = '2025-11-21T21:00:00.000Z'
const NOW = Date.parse(LATER)
const record = testStream(1, { startedAt: START, likesCount: 5, viewerCount: 2, maxViewers: 3 })
const streamId = record.id
const RULES = { allowChat: true, slowModeSeconds: 0, followersOnly: false }
const chat: ChatState = {
  rules: RULES,
  pinned: null,
  viewer: { canWrite: true, canModerate: false, isFollower: false, restriction: null },
}
const message: ChatMessage = {
  id: '0198c1d2-0001-7000-8000-000000000000',
  streamId,
  userId: record.streamerId,
  message: 'hello',
  createdAt: START,
  user: testUser(1),
  clientId: null,
  replyTo: null,
}
const sdp = { type: 'offer', sdp: 'sdp' } as const
const candidate = { candidate: 'one', sdpMid: '0' }

type Given = {
  record?: Partial<Stream>
  broadcast?: Partial<BroadcastState>
  chat?: Partial<ChatState>
  isBanned?: boolean
}

function given(change: Given = {}): StreamState {
  return {
    ...UNKNOWN_STREAM,
    record: { ...record, ...change.record },
    broadcast: { ...UNKNOWN_STREAM.broadcast, ...change.broadcast },
    chat: { ...chat, ...change.chat },
    isBanned: change.isBanned ?? false,
  }
}

const reduce = (state: StreamState, received: Downstream, isSignedIn = true) =>
  reduceStream(state, received, { isSignedIn, now: NOW })

type StreamMessage = Extract<Downstream, { streamId: string } | { type: 'follow_changed' | 'error' }>
type Row = [what: string, before: StreamState, received: StreamMessage, after: object | null]

const joined = { isLive: true, viewerCount: 7, startedAt: START, isInterrupted: false, hasMedia: true }
const updated = {
  title: 'After',
  description: null,
  category: 'Gaming',
  thumbnailUrl: null,
  scheduledFor: null,
  settings: { isPublic: true, allowChat: false, recordStream: false },
} as const
const ban = { kind: 'ban', until: null, seconds: null } as const
const offAir = { isLive: false, endedAt: LATER }

/** One entry for each message about a stream: null where it changes nothing that all components share. */
const TABLE: Record<StreamMessage['type'], Row[]> = {
  subscribed: [
    [
      'brings counts, source and the newest likes',
      given({ isBanned: true }),
      {
        type: 'subscribed',
        streamId,
        viewerCount: 9,
        source: 'encoder',
        mark: { updatedAt: START, likesCount: 8 },
      },
      {
        isSubscribed: true,
        isBanned: false,
        counts: { viewerCount: 9 },
        record: { viewerCount: 9, likesCount: 8, maxViewers: 9 },
        broadcast: { source: 'encoder', isElsewhere: false },
      },
    ],
    [
      'says that another window sends',
      given(),
      { type: 'subscribed', streamId, source: 'page', isElsewhere: true },
      { record: { viewerCount: 2 }, broadcast: { source: 'page', isElsewhere: true } },
    ],
  ],
  stream_joined: [
    [
      'brings the live state',
      given({ record: offAir, isBanned: true }),
      { type: 'stream_joined', streamId, data: { ...joined, isInterrupted: true } },
      {
        isBanned: false,
        record: { isLive: true, viewerCount: 7, startedAt: START },
        broadcast: { isInterrupted: true, hasMedia: true },
      },
    ],
    [
      'does not go back to an earlier start',
      given({ record: { startedAt: LATER } }),
      { type: 'stream_joined', streamId, data: joined },
      { record: { startedAt: LATER } },
    ],
  ],
  viewer_count: [
    [
      'counts all for a viewer',
      given(),
      { type: 'viewer_count', streamId, data: { viewerCount: 5, ownerCount: 1 } },
      { record: { viewerCount: 5, maxViewers: 5 } },
    ],
    [
      'leaves out the own pages of the owner',
      given({ record: { viewer: { ...record.viewer, isOwner: true } } }),
      { type: 'viewer_count', streamId, data: { viewerCount: 5, ownerCount: 1 } },
      { record: { viewerCount: 4, maxViewers: 4 } },
    ],
    [
      'of those who wait does not raise the most at once',
      given({ record: { isLive: false } }),
      { type: 'viewer_count', streamId, data: { viewerCount: 9 } },
      { record: { viewerCount: 9, maxViewers: 3 } },
    ],
  ],
  stream_started: [
    [
      'counts those who have waited',
      given({ record: { isLive: false, startedAt: null, viewerCount: 6 } }),
      { type: 'stream_started', streamId, data: { startedAt: LATER } },
      {
        record: { isLive: true, startedAt: LATER, endedAt: null, maxViewers: 6 },
        broadcast: { isInterrupted: false, hasMedia: false },
      },
    ],
    [
      'of an earlier broadcast is ignored',
      given({ record: { ...offAir, startedAt: LATER } }),
      { type: 'stream_started', streamId, data: { startedAt: START } },
      { record: { isLive: false, startedAt: LATER } },
    ],
  ],
  stream_ended: [
    [
      'takes the broadcast off the air',
      given({ broadcast: { isInterrupted: true, hasMedia: true, source: 'page', isElsewhere: true } }),
      { type: 'stream_ended', streamId, data: { endedAt: LATER } },
      { record: offAir, broadcast: OFF_AIR },
    ],
    [
      'of an earlier broadcast is ignored',
      given({ record: { startedAt: LATER } }),
      { type: 'stream_ended', streamId, data: { endedAt: START } },
      { record: { isLive: true } },
    ],
  ],
  stream_updated: [
    [
      'changes record and chat rules',
      given(),
      { type: 'stream_updated', streamId, data: updated },
      {
        record: { title: 'After', category: 'Gaming', likesCount: 5, viewer: { canChat: false } },
        chat: { rules: { allowChat: false } },
      },
    ],
  ],
  stream_deleted: [
    [
      'ends it',
      given(),
      { type: 'stream_deleted', streamId },
      { record: { isLive: false }, broadcast: OFF_AIR },
    ],
  ],
  stream_likes: [
    [
      'sets the count',
      given(),
      { type: 'stream_likes', streamId, data: { likesCount: 12 } },
      { record: { likesCount: 12, viewer: { isLiked: false } } },
    ],
  ],
  stream_like_changed: [
    [
      'sets the current user’s like',
      given(),
      { type: 'stream_like_changed', streamId, data: { isLiked: true, likesCount: 6 } },
      { record: { likesCount: 6, viewer: { isLiked: true } } },
    ],
  ],
  broadcast_interrupted: [
    [
      'keeps it live',
      given(),
      { type: 'broadcast_interrupted', streamId },
      { record: { isLive: true }, broadcast: { isInterrupted: true, hasMedia: false } },
    ],
  ],
  broadcast_resumed: [
    [
      'ends the interruption',
      given({ broadcast: { isInterrupted: true, hasMedia: false } }),
      { type: 'broadcast_resumed', streamId },
      { broadcast: { isInterrupted: false, hasMedia: true } },
    ],
  ],
  broadcast_source: [
    [
      'says that an encoder sends',
      given({ broadcast: { isElsewhere: true } }),
      { type: 'broadcast_source', streamId, data: { source: 'encoder' } },
      { broadcast: { source: 'encoder', isElsewhere: false } },
    ],
    [
      'after an encoder is another window',
      given({ broadcast: { source: 'encoder' } }),
      { type: 'broadcast_source', streamId, data: { source: 'page' } },
      { broadcast: { source: 'page', isElsewhere: true } },
    ],
  ],
  webrtc_offer: [
    [
      'comes only from a live stream',
      given({ record: offAir }),
      { type: 'webrtc_offer', streamId, data: sdp, offer: sdp },
      { record: { isLive: true }, broadcast: { hasMedia: true } },
    ],
  ],
  webrtc_restart: [
    [
      'says that the engine has lost the media',
      given({ broadcast: { hasMedia: true } }),
      { type: 'webrtc_restart', streamId },
      { record: { isLive: true }, broadcast: { hasMedia: false } },
    ],
  ],
  webrtc_answer: [
    [
      'is of the connection',
      given(),
      {
        type: 'webrtc_answer',
        streamId,
        data: { ...sdp, type: 'answer' },
        answer: { ...sdp, type: 'answer' },
      },
      null,
    ],
  ],
  webrtc_ice_candidate: [
    [
      'is of the connection',
      given(),
      { type: 'webrtc_ice_candidate', streamId, data: candidate, candidate },
      null,
    ],
  ],
  quality: [
    [
      'is of the connection',
      given(),
      { type: 'quality', streamId, data: { quality: 'auto', shown: 'high', hasLow: true } },
      null,
    ],
  ],
  live_changed: [
    ['is for lists', given(), { type: 'live_changed', streamId, data: { isLive: false } }, null],
  ],
  chat_message: [
    [
      'is counted',
      given({ record: { messagesCount: 4 } }),
      { type: 'chat_message', streamId, data: message },
      { record: { messagesCount: 5 } },
    ],
  ],
  chat_deleted: [
    [
      'takes down a pinned message',
      given({ chat: { pinned: message } }),
      { type: 'chat_deleted', streamId, data: { messageIds: [message.id] } },
      { chat: { pinned: null } },
    ],
    [
      'of a member takes down its pinned message',
      given({ chat: { pinned: message } }),
      { type: 'chat_deleted', streamId, data: { userId: message.userId } },
      { chat: { pinned: null } },
    ],
    [
      'of others leaves the pinned one',
      given({ chat: { pinned: message } }),
      { type: 'chat_deleted', streamId, data: { userId: streamId } },
      null,
    ],
  ],
  chat_pinned: [
    ['pins', given(), { type: 'chat_pinned', streamId, data: { message } }, { chat: { pinned: message } }],
  ],
  chat_rules: [
    [
      'sets the rules',
      given(),
      { type: 'chat_rules', streamId, data: { ...RULES, slowModeSeconds: 30 } },
      { chat: { rules: { slowModeSeconds: 30 } } },
    ],
  ],
  chat_restricted: [
    [
      'bans',
      given(),
      { type: 'chat_restricted', streamId, data: { restriction: ban } },
      { isBanned: true, chat: { viewer: { restriction: ban } } },
    ],
    [
      'lifts a ban',
      given({ isBanned: true, chat: { viewer: { ...chat.viewer, restriction: ban } } }),
      { type: 'chat_restricted', streamId, data: { restriction: null } },
      { isBanned: false, chat: { viewer: { restriction: null } } },
    ],
    [
      'times out until a moment of this device’s clock',
      given(),
      {
        type: 'chat_restricted',
        streamId,
        data: { restriction: { kind: 'timeout', until: START, seconds: 60 } },
      },
      { isBanned: false, chat: { viewer: { restriction: { until: '2025-11-21T21:01:00.000Z' } } } },
    ],
  ],
  follow_changed: [
    [
      'of the streamer changes who may write',
      given(),
      {
        type: 'follow_changed',
        userId: record.streamerId,
        data: { isFollowing: true, followersCount: 1, followingCount: 1 },
      },
      { chat: { viewer: { isFollower: true } } },
    ],
    [
      'of others changes nothing',
      given(),
      {
        type: 'follow_changed',
        userId: streamId,
        data: { isFollowing: true, followersCount: 1, followingCount: 1 },
      },
      null,
    ],
  ],
  error: [
    [
      'banned shuts out',
      given(),
      { type: 'error', streamId, code: 'banned', message: 'no' },
      { isBanned: true },
    ],
    [
      'about one chat message changes nothing',
      given(),
      { type: 'error', streamId, code: 'banned', message: 'no', clientId: message.id },
      null,
    ],
    [
      'of the server changes nothing',
      given(),
      { type: 'error', streamId, code: 'internal', message: 'no' },
      null,
    ],
  ],
}

test.each(Object.values(TABLE).flatMap((rows) => rows.map((row) => [row[2].type, ...row] as const)))(
  '%s %s',
  (_type, _what, before, received, after) => {
    if (after === null) expect(reduce(before, received)).toBe(before)
    else expect(reduce(before, received)).toMatchObject(after)
  },
)

test('a visitor cannot write when chat is turned on', () => {
  const data = { ...updated, settings: { ...updated.settings, allowChat: true } }
  const change = { type: 'stream_updated', streamId, data } as const
  expect(reduce(given(), change, false).record?.viewer.canChat).toBe(false)
  expect(reduce(given(), change, true).record?.viewer.canChat).toBe(true)
})

test('messages before the first snapshot are kept for it', () => {
  const counted = reduce(UNKNOWN_STREAM, { type: 'viewer_count', streamId, data: { viewerCount: 8 } })
  expect(counted).toMatchObject({ record: undefined, chat: null })
  expect(withRecord(counted, record).record).toMatchObject({ viewerCount: 8, maxViewers: 8 })
})

test('stored counts are used only while the socket has told none', () => {
  const known = reduce(given(), { type: 'viewer_count', streamId, data: { viewerCount: 8 } })
  const stored = { ...record, viewerCount: 1, maxViewers: 1 }
  expect(withRecord(known, stored).record).toMatchObject({ viewerCount: 8, maxViewers: 8 })
  expect(withRecord(withoutConnection(known), stored).record).toMatchObject({ viewerCount: 1, maxViewers: 8 })
})

test('a live stream without media awaits it, unless it was interrupted', () => {
  expect(isAwaitingMedia(given({ broadcast: { hasMedia: null } }))).toBe(false)
  expect(isAwaitingMedia(given({ broadcast: { hasMedia: false } }))).toBe(true)
  expect(isAwaitingMedia(given({ broadcast: { hasMedia: true } }))).toBe(false)
  expect(isAwaitingMedia(given({ broadcast: { hasMedia: false, isInterrupted: true } }))).toBe(false)
  expect(isAwaitingMedia(given({ record: offAir, broadcast: { hasMedia: false } }))).toBe(false)
})

test('a record is old when the server has a later one, or a join says otherwise', () => {
  const mark = (updatedAt: string) =>
    ({ type: 'subscribed', streamId, mark: { updatedAt, likesCount: 1 } }) as const
  expect(isOutdated(record, mark(record.updatedAt))).toBe(false)
  expect(isOutdated(record, mark(LATER))).toBe(true)
  expect(isOutdated(undefined, mark(LATER))).toBe(false)
  const join = (isLive: boolean) =>
    ({ type: 'stream_joined', streamId, data: { ...joined, isLive } }) as const
  expect(isOutdated(record, join(true))).toBe(false)
  expect(isOutdated(record, join(false))).toBe(true)
})
