import * as z from 'zod/mini'
import { LIMITS, STREAM_CATEGORIES } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { id, instant, page, requiredLine, text } from './fields.ts'
import { movementOrCategory } from './movements.ts'
import { pictureAddress } from './thumbnails.ts'
import { publicUser } from './users.ts'

export const streamCategory = z.enum(STREAM_CATEGORIES)

const settings = z.object({ isPublic: z.boolean(), allowChat: z.boolean(), recordStream: z.boolean() })

/** A stream may be announced for up to so many days ahead. */
export const MAX_DAYS_AHEAD = 365
/** From so long before the announced time on, in ms, a start may be the one that was announced. */
export const STARTS_BEFORE_MS = 60 * 60 * 1000
/** Who is this late, in ms, is not waited for any longer. */
export const WAITED_FOR_MS = 3 * 60 * 60 * 1000
/** A broadcast at least this long, in ms, that started in time is the announced one even when it ended before its time. */
export const MIN_AIRED_MS = 10 * 60 * 1000

/** A stream record. `streamKey` (of the member, for encoders) and `rtcOfferId` are there for its owner alone. */
export const stream = z.object({
  id,
  streamerId: id,
  title: z.string(),
  description: z.nullable(z.string()),
  category: streamCategory,
  /** Our own address of it, relative. */
  thumbnailUrl: z.nullable(z.string()),
  isLive: z.boolean(),
  /** Sockets that have joined right now. */
  viewerCount: z.int(),
  /** The most that had joined at once in a broadcast. */
  maxViewers: z.int(),
  likesCount: z.int(),
  messagesCount: z.int(),
  settings,
  /** When it is announced for. */
  scheduledFor: z.nullable(instant),
  /** Members who asked to be told of the start. */
  remindersCount: z.int(),
  /** Of the broadcast that runs or ran last. */
  startedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  createdAt: instant,
  updatedAt: instant,
  streamKey: z.optional(z.nullable(z.string())),
  rtcOfferId: z.optional(z.nullable(z.string())),
  streamer: publicUser,
  /** What the caller may do here. */
  viewer: z.object({
    isOwner: z.boolean(),
    canChat: z.boolean(),
    isLiked: z.boolean(),
    /** The caller asked to be told of the start. */
    hasReminder: z.boolean(),
  }),
})
export type Stream = z.output<typeof stream>

type Moment = string | Date
type Announced = {
  scheduledFor: Moment | null
  startedAt: Moment | null
  endedAt: Moment | null
  isLive: boolean
}

/**
 * Whether a stream is announced and what was announced has not begun; `now` in ms since 1970. A broadcast that ended
 * before the announced time was a rehearsal, unless it started within the hour before that time and was aired for ten
 * minutes. One that went on past the announced time was what was announced, whenever it started.
 */
export function isUpcoming({ scheduledFor, startedAt, endedAt, isLive }: Announced, now: number): boolean {
  if (scheduledFor === null || isLive) return false
  const time = toMs(scheduledFor)
  if (time <= now - WAITED_FOR_MS) return false
  if (startedAt === null || endedAt === null) return true
  const [start, end] = [toMs(startedAt), toMs(endedAt)]
  const wasAired = start >= time - STARTS_BEFORE_MS && end - start >= MIN_AIRED_MS
  return end < time && !wasAired
}

const toMs = (moment: Moment) => new Date(moment).getTime()

/** What the create form sends. An empty thumbnail is sent as null. */
export const streamInput = z.object({
  title: requiredLine(LIMITS.streamTitle),
  description: z.optional(z.nullable(text(LIMITS.streamDescription))),
  category: streamCategory,
  thumbnailUrl: z.optional(z.nullable(pictureAddress)),
  isLive: z.optional(z.literal(false)),
  /** Announces it for a moment to come: 422 for one that is past, or more than a year ahead. */
  scheduledFor: z.optional(z.nullable(instant)),
  settings: z._default(
    z.object({
      isPublic: z._default(z.boolean(), true),
      allowChat: z._default(z.boolean(), true),
      recordStream: z._default(z.boolean(), false),
    }),
    { isPublic: true, allowChat: true, recordStream: false },
  ),
})

const streamId = z.object({ id })

export const createStream = endpoint({
  method: 'POST',
  path: '/api/streams',
  access: 'member',
  rate: 'streams',
  body: streamInput,
  response: stream,
  status: 201,
})

const narrowed = z.extend(page, { category: z.optional(movementOrCategory) })

export const listLiveStreams = endpoint({
  method: 'GET',
  path: '/api/streams/live',
  access: 'anyone',
  query: narrowed,
  response: z.array(stream),
})

/** Public streams that are over, the one that started last first. */
export const listRecentStreams = endpoint({
  method: 'GET',
  path: '/api/streams/recent',
  access: 'anyone',
  query: narrowed,
  response: z.array(stream),
})

/** Which of the caller's streams is gone live with: the live one, else the newest that is not announced for later. */
export const getReadyStream = endpoint({
  method: 'GET',
  path: '/api/streams/ready',
  access: 'member',
  response: z.object({ streamId: z.nullable(id) }),
})

export const getStream = endpoint({
  method: 'GET',
  path: '/api/streams/:id',
  access: 'anyone',
  params: streamId,
  response: stream,
})

/** What the owner may change, also while the stream is live; what is left out stays. */
const streamChange = z.object({
  title: z.optional(streamInput.shape.title),
  description: streamInput.shape.description,
  category: z.optional(streamCategory),
  thumbnailUrl: streamInput.shape.thumbnailUrl,
  scheduledFor: streamInput.shape.scheduledFor,
  settings: z.optional(z.partial(settings)),
})

/**
 * Changes a stream; everyone on it hears of it. With `isLive` it starts or ends a broadcast: a start without media has
 * the grace to bring some.
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
 * Deletes the caller's stream with its chat; 409 while it is live. Videos that were recorded of it stay without the chat
 * beside them, and go with `?recording=true`.
 */
export const deleteStream = endpoint({
  method: 'DELETE',
  path: '/api/streams/:id',
  access: 'member',
  params: streamId,
  query: z.object({ recording: z.optional(z.enum(['true', 'false'])) }),
  response: z.object({ deleted: z.literal(true) }),
})

/** Toggles; a body with `liked` states the wish instead, which makes a retry safe. */
export const likeStream = endpoint({
  method: 'POST',
  path: '/api/streams/:id/like',
  access: 'member',
  rate: 'likes',
  params: streamId,
  body: z.nullish(z.object({ liked: z.optional(z.boolean()) })),
  response: z.object({ liked: z.boolean(), likesCount: z.int() }),
})

/** Replaces the member's stream key; encoders that hold the old one are refused from then on. */
export const renewStreamKey = endpoint({
  method: 'POST',
  path: '/api/streams/:id/key',
  access: 'member',
  rate: 'streamKeys',
  params: streamId,
  response: z.object({ streamKey: z.string() }),
})

/** Public streams that are announced and have not begun, the next one first. */
export const listUpcomingStreams = endpoint({
  method: 'GET',
  path: '/api/streams/upcoming',
  access: 'anyone',
  query: z.extend(narrowed, {
    /** Of one member. */
    userId: z.optional(id),
  }),
  response: z.array(stream),
})

const reminder = z.object({ hasReminder: z.boolean(), remindersCount: z.int() })

/** Asks to be told of the start; 422 for a stream that is not announced. */
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
 * The announced stream as an iCalendar file (text/calendar); 404 for one that is not announced. No `endpoint`, as its
 * success is no JSON.
 */
export const streamCalendar = {
  method: 'GET',
  path: '/api/streams/:id/calendar.ics',
  access: 'anyone',
  params: streamId,
} as const

/**
 * Where an outside player (WHEP) gets the stream. Of a private one the token, sent as a Bearer, stands for the caller
 * for a short while; a public one needs none.
 */
export const getPlayback = endpoint({
  method: 'GET',
  path: '/api/streams/:id/playback',
  access: 'anyone',
  params: streamId,
  response: z.object({ whepUrl: z.string(), token: z.nullable(z.string()), expiresAt: z.nullable(instant) }),
})

/** What everyone on a stream is told when it changes. */
export const streamDown = [
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
  /** At most once a second. */
  z.object({ type: z.literal('stream_likes'), streamId: id, data: z.object({ likesCount: z.int() }) }),
  /** To every page of one member: the state of its like. */
  z.object({
    type: z.literal('stream_like_changed'),
    streamId: id,
    data: z.object({ isLiked: z.boolean(), likesCount: z.int() }),
  }),
] as const

/** A member's past, live and announced streams; private ones, and those still without a date, for their owner alone. */
export const listUserStreams = endpoint({
  method: 'GET',
  path: '/api/users/:userId/streams',
  access: 'anyone',
  params: z.object({ userId: id }),
  query: page,
  response: z.array(stream),
})
