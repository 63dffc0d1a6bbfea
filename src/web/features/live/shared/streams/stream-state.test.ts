import { expect, test } from 'vitest'
import type { ChatMessage, ChatState } from '#shared/live/chat.ts'
import type { Downstream } from '#shared/realtime.ts'
import type { Stream } from '#shared/live/streams.ts'
import { TEST_SETTINGS, testStream } from '#web/features/live/shared/streams/test-stream.ts'
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
const RULES = { allowChat: true, slowModeSeconds: 0, followersOnly: false, followersOnlyMinutes: 0 }
const chat: ChatState = {
  rules: RULES,
  pinned: null,
  highlights: [],
  viewer: {
    canWrite: true,
    canModerate: false,
    isFollower: false,
    followedAt: null,
    followedSeconds: null,
    restriction: null,
    hasBlock: false,
    held: [],
  },
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
  isFirst: false,
  isHeld: false,
  tip: null,
}
/** A message of the current user that waits for review. */
const held: ChatMessage = {
  ...message,
  id: '0198c1d2-0002-7000-8000-000000000000',
  clientId: '0198c1d2-0003-7000-8000-000000000000',
  isHeld: true,
}
const withHeld = (...messages: ChatMessage[]) => ({ viewer: { ...chat.viewer, held: messages } })
const sdp = { type: 'offer', sdp: 'sdp' } as const
const candidate = { candidate: 'one', sdpMid: '0' }

type Overrides = {
  record?: Partial<Stream>
  broadcast?: Partial<BroadcastState>
  chat?: Partial<ChatState>
  isBanned?: boolean
  newestMessageId?: string
}

function stateWith(overrides: Overrides = {}): StreamState {
  return {
    ...UNKNOWN_STREAM,
    record: { ...record, ...overrides.record },
    broadcast: { ...UNKNOWN_STREAM.broadcast, ...overrides.broadcast },
    chat: { ...chat, ...overrides.chat },
    isBanned: overrides.isBanned ?? false,
    newestMessageId: overrides.newestMessageId ?? null,
  }
}

const reduce = (state: StreamState, received: Downstream, isSignedIn = true) =>
  reduceStream(state, received, { isSignedIn, now: NOW })

type StreamMessage = Extract<Downstream, { streamId: string } | { type: 'follow_changed' | 'error' }>
type Row = [title: string, before: StreamState, received: StreamMessage, after: object | null]

const joinedData = { isLive: true, viewerCount: 7, startedAt: START, isInterrupted: false, hasMedia: true }
const updatedData = {
  title: 'After',
  description: null,
  category: 'Gaming',
  thumbnailUrl: null,
  scheduledFor: null,
  settings: { ...TEST_SETTINGS, allowChat: false },
} as const
const tip = {
  id: streamId,
  user: message.user,
  amount: '10.00',
  currency: 'USD',
  message: null,
  messageId: message.id,
  isSandbox: true,
  tipsTotal: '12.00',
}
const highlight = {
  messageId: message.id,
  user: message.user,
  message: '',
  amount: '10.00',
  currency: 'USD',
  isSandbox: true,
  until: '2025-11-21T21:02:00.000Z',
  seconds: 120,
}
const ban = { kind: 'ban', until: null, seconds: null } as const
const offAir = { isLive: false, endedAt: LATER }

/** For each message type about a stream: the expected change of the state; null for none. */
const TABLE: Record<StreamMessage['type'], Row[]> = {
  subscribed: [
    [
      'sets counts, source and the newest likes',
      stateWith({ isBanned: true }),
      {
        type: 'subscribed',
        streamId,
        viewerCount: 9,
        source: 'encoder',
        mark: { updatedAt: START, likesCount: 8, tipsTotal: '4.00' },
      },
      {
        isSubscribed: true,
        isBanned: false,
        counts: { viewerCount: 9 },
        record: { viewerCount: 9, likesCount: 8, tipsTotal: '4.00', maxViewers: 9 },
        broadcast: { source: 'encoder', isElsewhere: false },
      },
    ],
    [
      'says whether the broadcast is recorded',
      stateWith(),
      { type: 'subscribed', streamId, isRecording: true },
      { isSubscribed: true, record: { isRecording: true } },
    ],
    [
      'reports that another window sends',
      stateWith(),
      { type: 'subscribed', streamId, source: 'page', isElsewhere: true },
      { record: { viewerCount: 2 }, broadcast: { source: 'page', isElsewhere: true } },
    ],
  ],
  stream_joined: [
    [
      'sets the live state',
      stateWith({ record: offAir, isBanned: true }),
      { type: 'stream_joined', streamId, data: { ...joinedData, isInterrupted: true } },
      {
        isBanned: false,
        record: { isLive: true, viewerCount: 7, startedAt: START },
        broadcast: { isInterrupted: true, hasMedia: true },
      },
    ],
    [
      'does not restore an earlier start',
      stateWith({ record: { startedAt: LATER } }),
      { type: 'stream_joined', streamId, data: joinedData },
      { record: { startedAt: LATER } },
    ],
  ],
  viewer_count: [
    [
      'counts all viewers for a viewer',
      stateWith(),
      { type: 'viewer_count', streamId, data: { viewerCount: 5, ownerCount: 1 } },
      { record: { viewerCount: 5, maxViewers: 5 } },
    ],
    [
      'excludes the owner’s pages for the owner',
      stateWith({ record: { viewer: { ...record.viewer, isOwner: true } } }),
      { type: 'viewer_count', streamId, data: { viewerCount: 5, ownerCount: 1 } },
      { record: { viewerCount: 4, maxViewers: 4 } },
    ],
    [
      'before the start does not raise the peak',
      stateWith({ record: { isLive: false } }),
      { type: 'viewer_count', streamId, data: { viewerCount: 9 } },
      { record: { viewerCount: 9, maxViewers: 3 } },
    ],
  ],
  stream_started: [
    [
      'includes earlier viewers in the peak',
      stateWith({ record: { isLive: false, startedAt: null, viewerCount: 6 } }),
      { type: 'stream_started', streamId, data: { startedAt: LATER } },
      {
        record: { isLive: true, startedAt: LATER, endedAt: null, maxViewers: 6 },
        broadcast: { isInterrupted: false, hasMedia: false },
      },
    ],
    [
      'of an earlier broadcast is ignored',
      stateWith({ record: { ...offAir, startedAt: LATER } }),
      { type: 'stream_started', streamId, data: { startedAt: START } },
      { record: { isLive: false, startedAt: LATER } },
    ],
  ],
  stream_ended: [
    [
      'ends the broadcast',
      stateWith({
        record: { isRecording: true, recordingProblem: 'failed' },
        broadcast: { isInterrupted: true, hasMedia: true, source: 'page', isElsewhere: true },
      }),
      { type: 'stream_ended', streamId, data: { endedAt: LATER } },
      { record: { ...offAir, isRecording: false, recordingProblem: null }, broadcast: OFF_AIR },
    ],
    [
      'of an earlier broadcast is ignored',
      stateWith({ record: { startedAt: LATER } }),
      { type: 'stream_ended', streamId, data: { endedAt: START } },
      { record: { isLive: true } },
    ],
  ],
  stream_updated: [
    [
      'changes record and chat rules',
      stateWith(),
      { type: 'stream_updated', streamId, data: updatedData },
      {
        record: { title: 'After', category: 'Gaming', likesCount: 5, viewer: { canChat: false } },
        chat: { rules: { allowChat: false } },
      },
    ],
  ],
  recording_changed: [
    [
      'shows that the broadcast is recorded, so that there is no problem any more',
      stateWith({ record: { recordingProblem: 'noSpace' } }),
      { type: 'recording_changed', streamId, data: { isRecording: true } },
      { record: { isRecording: true, recordingProblem: null } },
    ],
    [
      'shows that it is not recorded any more',
      stateWith({ record: { isRecording: true } }),
      { type: 'recording_changed', streamId, data: { isRecording: false } },
      { record: { isRecording: false } },
    ],
  ],
  recording_problem: [
    [
      'sets the reason for the owner',
      stateWith(),
      { type: 'recording_problem', streamId, data: { problem: 'engineDown' } },
      { record: { recordingProblem: 'engineDown' } },
    ],
  ],
  stream_deleted: [
    [
      'ends the stream',
      stateWith(),
      { type: 'stream_deleted', streamId },
      { record: { isLive: false }, broadcast: OFF_AIR },
    ],
  ],
  stream_likes: [
    [
      'sets the count',
      stateWith(),
      { type: 'stream_likes', streamId, data: { likesCount: 12, likesAtStart: 0 } },
      { record: { likesCount: 12, viewer: { isLiked: false } } },
    ],
  ],
  tip_received: [
    [
      'sets what the tips add up to',
      stateWith(),
      { type: 'tip_received', streamId, data: tip },
      { record: { tipsTotal: '12.00' } },
    ],
    [
      'is highlighted for a time that depends on its amount',
      stateWith({ chat: { highlights: [{ ...highlight, messageId: streamId }] } }),
      { type: 'tip_received', streamId, data: tip },
      { chat: { highlights: [highlight, { ...highlight, messageId: streamId }] } },
    ],
    [
      'that a snapshot already shows is highlighted once',
      stateWith({ chat: { highlights: [highlight] } }),
      { type: 'tip_received', streamId, data: tip },
      { chat: { highlights: [highlight] } },
    ],
  ],
  tips_total_changed: [
    [
      'sets what the tips add up to',
      stateWith(),
      { type: 'tips_total_changed', streamId, data: { tipsTotal: '7.00' } },
      { record: { tipsTotal: '7.00' } },
    ],
  ],
  stream_like_changed: [
    [
      'sets the current user’s like',
      stateWith(),
      { type: 'stream_like_changed', streamId, data: { isLiked: true, likesCount: 6 } },
      { record: { likesCount: 6, viewer: { isLiked: true } } },
    ],
  ],
  broadcast_interrupted: [
    [
      'keeps the stream live',
      stateWith(),
      { type: 'broadcast_interrupted', streamId },
      { record: { isLive: true }, broadcast: { isInterrupted: true, hasMedia: false } },
    ],
  ],
  broadcast_resumed: [
    [
      'ends the interruption',
      stateWith({ broadcast: { isInterrupted: true, hasMedia: false } }),
      { type: 'broadcast_resumed', streamId },
      { broadcast: { isInterrupted: false, hasMedia: true } },
    ],
  ],
  broadcast_source: [
    [
      'reports that an encoder sends, which has no camera to turn off',
      stateWith({ broadcast: { isElsewhere: true, isCameraOff: true } }),
      { type: 'broadcast_source', streamId, data: { source: 'encoder' } },
      { broadcast: { source: 'encoder', isElsewhere: false, isCameraOff: false } },
    ],
    [
      'page after an encoder is another window',
      stateWith({ broadcast: { source: 'encoder' } }),
      { type: 'broadcast_source', streamId, data: { source: 'page' } },
      { broadcast: { source: 'page', isElsewhere: true } },
    ],
  ],
  camera_changed: [
    [
      'says that the camera is off',
      stateWith(),
      { type: 'camera_changed', streamId, data: { isOn: false } },
      { broadcast: { isCameraOff: true } },
    ],
    [
      'says that the camera is on again',
      stateWith({ broadcast: { isCameraOff: true } }),
      { type: 'camera_changed', streamId, data: { isOn: true } },
      { broadcast: { isCameraOff: false } },
    ],
  ],
  webrtc_offer: [
    [
      'makes the stream live',
      stateWith({ record: offAir }),
      { type: 'webrtc_offer', streamId, data: sdp, offer: sdp },
      { record: { isLive: true }, broadcast: { hasMedia: true } },
    ],
  ],
  webrtc_restart: [
    [
      'reports that the engine has lost the media',
      stateWith({ broadcast: { hasMedia: true } }),
      { type: 'webrtc_restart', streamId },
      { record: { isLive: true }, broadcast: { hasMedia: false } },
    ],
  ],
  webrtc_answer: [
    [
      'affects only the connection',
      stateWith(),
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
      'affects only the connection',
      stateWith(),
      { type: 'webrtc_ice_candidate', streamId, data: candidate, candidate },
      null,
    ],
  ],
  quality: [
    [
      'affects only the connection',
      stateWith(),
      { type: 'quality', streamId, data: { quality: 'auto', shown: 'high', hasLow: true } },
      null,
    ],
  ],
  live_changed: [
    ['is for lists', stateWith(), { type: 'live_changed', streamId, data: { isLive: false } }, null],
  ],
  chat_message: [
    [
      'says how many there are',
      stateWith({ record: { messagesCount: 4 } }),
      { type: 'chat_message', streamId, data: message, messagesCount: 5, messagesAtStart: 2 },
      { record: { messagesCount: 5, atStart: { messagesCount: 2 } }, newestMessageId: message.id },
    ],
    [
      'that a channel sends again is not counted again',
      stateWith({ record: { messagesCount: 4 }, newestMessageId: message.id }),
      { type: 'chat_message', streamId, data: message },
      null,
    ],
    [
      'that arrives after a later one leaves the later count',
      stateWith({ record: { messagesCount: 6 }, newestMessageId: held.id }),
      { type: 'chat_message', streamId, data: message, messagesCount: 5 },
      null,
    ],
    [
      'that was approved waits for review no longer',
      stateWith({ chat: withHeld(held) }),
      { type: 'chat_message', streamId, data: { ...message, clientId: held.clientId } },
      { chat: withHeld() },
    ],
    [
      'of others leaves what waits for review',
      stateWith({ chat: withHeld(held) }),
      { type: 'chat_message', streamId, data: message },
      { chat: withHeld(held) },
    ],
  ],
  chat_deleted: [
    [
      'drops a message that waits for review',
      stateWith({ chat: withHeld(held) }),
      { type: 'chat_deleted', streamId, data: { messageIds: [held.id] } },
      { chat: withHeld() },
    ],
    [
      'unpins a deleted message',
      stateWith({ chat: { pinned: message } }),
      { type: 'chat_deleted', streamId, data: { messageIds: [message.id] } },
      { chat: { pinned: null } },
    ],
    [
      'of a user unpins the user’s message',
      stateWith({ chat: { pinned: message } }),
      { type: 'chat_deleted', streamId, data: { userId: message.userId } },
      { chat: { pinned: null } },
    ],
    [
      'of another user keeps the pinned message',
      stateWith({ chat: { pinned: message, highlights: [highlight] } }),
      { type: 'chat_deleted', streamId, data: { userId: streamId } },
      null,
    ],
    [
      'ends the highlight of the tip that came with the message',
      stateWith({ chat: { highlights: [{ ...highlight, messageId: streamId }, highlight] } }),
      { type: 'chat_deleted', streamId, data: { messageIds: [message.id] } },
      { chat: { highlights: [{ ...highlight, messageId: streamId }] } },
    ],
    [
      'of a user ends the highlights of the user’s tips',
      stateWith({ chat: { highlights: [highlight] } }),
      { type: 'chat_deleted', streamId, data: { userId: message.userId } },
      { chat: { highlights: [] } },
    ],
  ],
  chat_pinned: [
    [
      'pins a message',
      stateWith(),
      { type: 'chat_pinned', streamId, data: { message } },
      { chat: { pinned: message } },
    ],
  ],
  chat_rules: [
    [
      'sets the rules',
      stateWith(),
      { type: 'chat_rules', streamId, data: { ...RULES, slowModeSeconds: 30 } },
      { chat: { rules: { slowModeSeconds: 30 } } },
    ],
  ],
  chat_restricted: [
    [
      'bans the current user',
      stateWith(),
      { type: 'chat_restricted', streamId, data: { restriction: ban } },
      { isBanned: true, chat: { viewer: { restriction: ban } } },
    ],
    [
      'lifts a ban',
      stateWith({ isBanned: true, chat: { viewer: { ...chat.viewer, restriction: ban } } }),
      { type: 'chat_restricted', streamId, data: { restriction: null } },
      { isBanned: false, chat: { viewer: { restriction: null } } },
    ],
    [
      'sets the end of a time-out by this device’s clock',
      stateWith(),
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
      'of the streamer makes the current user a follower',
      stateWith(),
      {
        type: 'follow_changed',
        userId: record.streamerId,
        data: { isFollowing: true, followersCount: 1, followingCount: 1 },
      },
      { chat: { viewer: { isFollower: true, followedAt: LATER, followedSeconds: 0 } } },
    ],
    [
      'does not begin a follow again',
      stateWith({
        chat: { viewer: { ...chat.viewer, isFollower: true, followedAt: START, followedSeconds: 9 } },
      }),
      {
        type: 'follow_changed',
        userId: record.streamerId,
        data: { isFollowing: true, followersCount: 1, followingCount: 1 },
      },
      null,
    ],
    [
      'of the streamer ends the follow',
      stateWith({
        chat: { viewer: { ...chat.viewer, isFollower: true, followedAt: START, followedSeconds: 9 } },
      }),
      {
        type: 'follow_changed',
        userId: record.streamerId,
        data: { isFollowing: false, followersCount: 0, followingCount: 0 },
      },
      { chat: { viewer: { isFollower: false, followedAt: null, followedSeconds: null } } },
    ],
    [
      'of others changes nothing',
      stateWith(),
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
      '`banned` bans the current user',
      stateWith(),
      { type: 'error', streamId, code: 'banned', message: 'no' },
      { isBanned: true },
    ],
    [
      'about one chat message changes nothing',
      stateWith(),
      { type: 'error', streamId, code: 'banned', message: 'no', clientId: message.id },
      null,
    ],
    [
      'of the server changes nothing',
      stateWith(),
      { type: 'error', streamId, code: 'internal', message: 'no' },
      null,
    ],
  ],
}

test.each(Object.values(TABLE).flatMap((rows) => rows.map((row) => [row[2].type, ...row] as const)))(
  '%s %s',
  (_type, _title, before, received, after) => {
    if (after === null) expect(reduce(before, received)).toBe(before)
    else expect(reduce(before, received)).toMatchObject(after)
  },
)

test('a visitor cannot write when chat is turned on', () => {
  const data = { ...updatedData, settings: { ...updatedData.settings, allowChat: true } }
  const message = { type: 'stream_updated', streamId, data } as const
  expect(reduce(stateWith(), message, false).record?.viewer.canChat).toBe(false)
  expect(reduce(stateWith(), message, true).record?.viewer.canChat).toBe(true)
})

test('counts that arrive before the first snapshot are applied to it', () => {
  const counted = reduce(UNKNOWN_STREAM, { type: 'viewer_count', streamId, data: { viewerCount: 8 } })
  expect(counted).toMatchObject({ record: undefined, chat: null })
  expect(withRecord(counted, record).record).toMatchObject({ viewerCount: 8, maxViewers: 8 })
})

test('stored counts are used only until the socket has sent counts', () => {
  const counted = reduce(stateWith(), { type: 'viewer_count', streamId, data: { viewerCount: 8 } })
  const storedRecord = { ...record, viewerCount: 1, maxViewers: 1 }
  expect(withRecord(counted, storedRecord).record).toMatchObject({ viewerCount: 8, maxViewers: 8 })
  expect(withRecord(withoutConnection(counted), storedRecord).record).toMatchObject({
    viewerCount: 1,
    maxViewers: 8,
  })
})

test('a live stream without media awaits media, unless it was interrupted', () => {
  expect(isAwaitingMedia(stateWith({ broadcast: { hasMedia: null } }))).toBe(false)
  expect(isAwaitingMedia(stateWith({ broadcast: { hasMedia: false } }))).toBe(true)
  expect(isAwaitingMedia(stateWith({ broadcast: { hasMedia: true } }))).toBe(false)
  expect(isAwaitingMedia(stateWith({ broadcast: { hasMedia: false, isInterrupted: true } }))).toBe(false)
  expect(isAwaitingMedia(stateWith({ record: offAir, broadcast: { hasMedia: false } }))).toBe(false)
})

test('a record is outdated when the server has a later version, or a join reports another state', () => {
  const subscribedAt = (updatedAt: string) =>
    ({ type: 'subscribed', streamId, mark: { updatedAt, likesCount: 1, tipsTotal: '0.00' } }) as const
  expect(isOutdated(record, subscribedAt(record.updatedAt))).toBe(false)
  expect(isOutdated(record, subscribedAt(LATER))).toBe(true)
  expect(isOutdated(undefined, subscribedAt(LATER))).toBe(false)
  const join = (isLive: boolean) =>
    ({ type: 'stream_joined', streamId, data: { ...joinedData, isLive } }) as const
  expect(isOutdated(record, join(true))).toBe(false)
  expect(isOutdated(record, join(false))).toBe(true)
})
