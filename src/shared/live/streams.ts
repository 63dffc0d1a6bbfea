import * as z from 'zod/mini'
import { LIMITS, STREAM_CATEGORIES } from '#shared/constants.ts'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant, page, requiredLine, text } from '#shared/fields.ts'
import { movementOrCategory } from '#shared/live/movements.ts'
import { thumbnailSource } from '#shared/media/thumbnails.ts'
import { likeEndpoint, ownLike } from '#shared/accounts/reactions.ts'
import { publicUser } from '#shared/accounts/users.ts'

export const streamCategory = z.enum(STREAM_CATEGORIES)

/** The highest goal for the tips of a stream, in whole dollars. */
export const MAX_TIP_GOAL = 1_000_000

const settings = z.object({
  isPublic: z.boolean(),
  allowChat: z.boolean(),
  recordStream: z.boolean(),
  /** A recording is published as soon as it can be watched; otherwise it stays a draft. */
  publishRecording: z.boolean(),
  /** Shown as a goal for the stream's tips, in whole dollars; null without one. */
  tipGoal: z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_TIP_GOAL))),
})

/**
 * Why a live stream with `recordStream` is not recorded: too little disk space, or its owner may not store more (recording
 * starts when there is enough), the live engine is down (starts when it is up), or the recording has stopped with an error.
 */
const recordingProblem = z.enum(['noSpace', 'storageFull', 'engineDown', 'failed'])
export type RecordingProblem = z.output<typeof recordingProblem>

/** How many days ahead a stream may be announced. */
export const MAX_DAYS_AHEAD = 365
/** A start at most this long, in ms, before the announced time can be the announced broadcast. */
export const MAX_EARLY_START_MS = 60 * 60 * 1000
/** 'Go Live' opens a stream that is announced for at most this long ahead, in ms. */
export const GO_LIVE_AHEAD_MS = 12 * 60 * 60 * 1000
/** An announced stream that did not start within this time, in ms, is no longer upcoming. */
export const MAX_START_DELAY_MS = 3 * 60 * 60 * 1000
/** A broadcast of at least this length, in ms, that started in time is the announced one, even if it ended early. */
export const MIN_AIRED_MS = 10 * 60 * 1000

/** Only the owner gets `streamKey` (the user's key for encoders) and `rtcOfferId`. */
export const stream = z.object({
  id,
  streamerId: id,
  title: z.string(),
  description: z.nullable(z.string()),
  category: streamCategory,
  /** Relative URL on this site. */
  thumbnailUrl: z.nullable(z.string()),
  isLive: z.boolean(),
  /** The broadcast is being recorded right now. */
  isRecording: z.boolean(),
  /** Null while it is recorded or need not be, and for everyone but its owner. */
  recordingProblem: z.nullable(recordingProblem),
  /** The poster of its recording that everyone may see, of an ended stream without a thumbnail. */
  posterUrl: z.nullable(z.string()),
  /** A recent frame of the broadcast; null while there is none, and of a stream that is not live. */
  frameUrl: z.nullable(z.string()),
  /** Sockets that have joined right now; for the owner without its own ones, except in lists. */
  viewerCount: z.int(),
  /** The highest `viewerCount` of all its broadcasts. */
  maxViewers: z.int(),
  /** The highest `viewerCount` of the current or last broadcast. */
  peakViewers: z.int(),
  likesCount: z.int(),
  messagesCount: z.int(),
  /** What its tips add up to, after refunds; decimal text. */
  tipsTotal: z.string(),
  /** These figures at the start of the current or last broadcast; the difference belongs to the broadcast. */
  atStart: z.object({ likesCount: z.int(), messagesCount: z.int(), tipsTotal: z.string() }),
  settings,
  /** The announced start. */
  scheduledFor: z.nullable(instant),
  /** Users with a reminder of the start. */
  remindersCount: z.int(),
  /** Start of the current or last broadcast. */
  startedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  createdAt: instant,
  updatedAt: instant,
  streamKey: z.optional(z.nullable(z.string())),
  rtcOfferId: z.optional(z.nullable(z.string())),
  streamer: publicUser,
  /** The caller's permissions. */
  viewer: z.object({
    isOwner: z.boolean(),
    canChat: z.boolean(),
    isLiked: z.boolean(),
    /** The caller has a reminder of the start. */
    hasReminder: z.boolean(),
  }),
})
export type Stream = z.output<typeof stream>

type DateLike = string | Date
type Schedule = {
  scheduledFor: DateLike | null
  startedAt: DateLike | null
  endedAt: DateLike | null
  isLive: boolean
}

/**
 * Returns whether a stream is announced and its announced broadcast has not started; `now` in ms since 1970. A
 * broadcast that ended before the announced time was a rehearsal, unless it started within the hour before that time
 * and lasted ten minutes. One that continued past the announced time was the announced one, whenever it started.
 */
export function isUpcoming({ scheduledFor, startedAt, endedAt, isLive }: Schedule, now: number): boolean {
  if (scheduledFor === null || isLive) return false
  const time = toMs(scheduledFor)
  if (time <= now - MAX_START_DELAY_MS) return false
  if (startedAt === null || endedAt === null) return true
  const [start, end] = [toMs(startedAt), toMs(endedAt)]
  const wasAired = start >= time - MAX_EARLY_START_MS && end - start >= MIN_AIRED_MS
  return end < time && !wasAired
}

const toMs = (date: DateLike) => new Date(date).getTime()

/** Body of the create form. An empty thumbnail is sent as null. */
export const streamInput = z.object({
  title: requiredLine(LIMITS.streamTitle),
  description: z.optional(z.nullable(text(LIMITS.streamDescription))),
  category: streamCategory,
  thumbnailUrl: z.optional(z.nullable(thumbnailSource)),
  isLive: z.optional(z.literal(false)),
  /** Announces the start: 422 for a time in the past, or more than a year ahead. */
  scheduledFor: z.optional(z.nullable(instant)),
  settings: z._default(
    z.object({
      isPublic: z._default(z.boolean(), true),
      allowChat: z._default(z.boolean(), true),
      recordStream: z._default(z.boolean(), false),
      publishRecording: z._default(z.boolean(), false),
      tipGoal: z._default(settings.shape.tipGoal, null),
    }),
    { isPublic: true, allowChat: true, recordStream: false, publishRecording: false, tipGoal: null },
  ),
})

const streamId = z.object({ id })

export const createStream = endpoint({
  method: 'POST',
  path: '/api/streams',
  access: 'member',
  publishes: true,
  rate: 'streams',
  body: streamInput,
  response: stream,
  status: 201,
})

const filteredPage = z.extend(page, { category: z.optional(movementOrCategory) })

export const listLiveStreams = endpoint({
  method: 'GET',
  path: '/api/streams/live',
  access: 'anyone',
  query: filteredPage,
  response: z.array(stream),
})

/** Public streams that have ended, latest start first. */
export const listRecentStreams = endpoint({
  method: 'GET',
  path: '/api/streams/recent',
  access: 'anyone',
  query: filteredPage,
  response: z.array(stream),
})

/** A stream that was never started, or only for a rehearsal of an announced broadcast. */
const streamChoice = z.object({
  id,
  title: z.string(),
  createdAt: instant,
  scheduledFor: z.nullable(instant),
})
export type StreamChoice = z.infer<typeof streamChoice>

/**
 * Returns the stream that 'Go Live' opens: the caller's live one, else the next one that is announced within 12 hours. `choices` has
 * the newest of those that can be started otherwise.
 */
export const getReadyStream = endpoint({
  method: 'GET',
  path: '/api/streams/ready',
  access: 'member',
  response: z.object({ streamId: z.nullable(id), choices: z.array(streamChoice) }),
})

export const getStream = endpoint({
  method: 'GET',
  path: '/api/streams/:id',
  access: 'anyone',
  params: streamId,
  response: stream,
})

/** Fields that the owner may change, also while the stream is live; absent fields stay unchanged. */
const streamChange = z.object({
  title: z.optional(streamInput.shape.title),
  description: streamInput.shape.description,
  category: z.optional(streamCategory),
  thumbnailUrl: streamInput.shape.thumbnailUrl,
  scheduledFor: streamInput.shape.scheduledFor,
  settings: z.optional(z.partial(settings)),
})

/**
 * Changes a stream and publishes the change to its topic. `isLive` starts or ends a broadcast: it ends by itself if no
 * media arrives within the grace period.
 */
export const updateStream = endpoint({
  method: 'PUT',
  path: '/api/streams/:id',
  access: 'member',
  params: streamId,
  body: z.extend(streamChange, { isLive: z.optional(z.boolean()) }),
  response: stream,
})

/**
 * Deletes the caller's stream with its chat; 409 while it is live. Its recordings stay, without the chat replay, unless
 * `?recording=true` deletes them as well.
 */
export const deleteStream = endpoint({
  method: 'DELETE',
  path: '/api/streams/:id',
  access: 'member',
  params: streamId,
  query: z.object({ recording: z.optional(z.enum(['true', 'false'])) }),
  response: z.object({ deleted: z.literal(true) }),
})

export const likeStream = likeEndpoint('/api/streams/:id/like')

/** Replaces the user's stream key; encoders with the old key are refused from then on. */
export const renewStreamKey = endpoint({
  method: 'POST',
  path: '/api/streams/:id/key',
  access: 'member',
  rate: 'streamKeys',
  params: streamId,
  response: z.object({ streamKey: z.string() }),
})

/** Public streams that are announced and have not started, the next one first. */
export const listUpcomingStreams = endpoint({
  method: 'GET',
  path: '/api/streams/upcoming',
  access: 'anyone',
  query: z.extend(filteredPage, {
    /** Only streams of this user. */
    userId: z.optional(id),
  }),
  response: z.array(stream),
})

const reminder = z.object({ hasReminder: z.boolean(), remindersCount: z.int() })

/** Requests a notification of the start; 422 for a stream that is not announced. */
export const addReminder = endpoint({
  method: 'PUT',
  path: '/api/streams/:id/reminder',
  access: 'member',
  rate: 'reminders',
  params: streamId,
  response: reminder,
})

export const removeReminder = endpoint({
  method: 'DELETE',
  path: '/api/streams/:id/reminder',
  access: 'member',
  rate: 'reminders',
  params: streamId,
  response: reminder,
})

/**
 * The announced stream as an iCalendar file (text/calendar); 404 for one that is not announced. Not an `endpoint`, as
 * its success response is not JSON.
 */
export const streamCalendar = {
  method: 'GET',
  path: '/api/streams/:id/calendar.ics',
  access: 'anyone',
  params: streamId,
} as const

/**
 * The WHEP URL of the stream, for external players. A private stream also needs the short-lived `token`, sent as a
 * Bearer token, which authenticates as the caller; null for a public one.
 */
export const getPlayback = endpoint({
  method: 'GET',
  path: '/api/streams/:id/playback',
  access: 'anyone',
  params: streamId,
  response: z.object({ whepUrl: z.string(), token: z.nullable(z.string()), expiresAt: z.nullable(instant) }),
})

/** Socket messages to a stream's topic when the record changes. */
export const streamServerMessages = [
  z.object({
    type: z.literal('stream_updated'),
    streamId: id,
    data: z.pick(stream, {
      title: true,
      description: true,
      category: true,
      thumbnailUrl: true,
      settings: true,
      scheduledFor: true,
    }),
  }),
  z.object({ type: z.literal('stream_deleted'), streamId: id }),
  /** Recording has begun or stopped, while the stream is live. */
  z.object({
    type: z.literal('recording_changed'),
    streamId: id,
    data: z.object({ isRecording: z.boolean() }),
  }),
  /** To every page of the owner, after it. */
  z.object({
    type: z.literal('recording_problem'),
    streamId: id,
    data: z.object({ problem: z.nullable(recordingProblem) }),
  }),
  /** At most once a second. */
  /** `likesAtStart`: as in the record, how many of them are older than the broadcast. */
  z.object({
    type: z.literal('stream_likes'),
    streamId: id,
    data: z.object({ likesCount: z.int(), likesAtStart: z.int() }),
  }),
  z.object({ type: z.literal('stream_like_changed'), streamId: id, data: ownLike }),
] as const

const userStreamsPage = z.extend(page, { order: z._default(z.enum(['broadcast', 'created']), 'broadcast') })

/**
 * A user's past, live and announced streams; private ones, and those without a date, for their owner only. By their last
 * broadcast, and those without one after them by their creation; or all by their creation.
 */
export const listUserStreams = endpoint({
  method: 'GET',
  path: '/api/users/:userId/streams',
  access: 'anyone',
  params: z.object({ userId: id }),
  query: userStreamsPage,
  response: z.array(stream),
})
