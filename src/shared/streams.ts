import * as z from 'zod/mini'
import { LIMITS, STREAM_CATEGORIES } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { id, instant, page, requiredLine, text } from './fields.ts'
import { movementOrCategory } from './movements.ts'
import { pictureAddress } from './thumbnails.ts'
import { publicUser } from './users.ts'

export const streamCategory = z.enum(STREAM_CATEGORIES)

const settings = z.object({ isPublic: z.boolean(), allowChat: z.boolean(), recordStream: z.boolean() })

/** A stream record. `streamKey` and `rtcOfferId` are there for its owner alone. */
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
  /** The most that had joined at once. */
  maxViewers: z.int(),
  likesCount: z.int(),
  messagesCount: z.int(),
  settings,
  /** Of the broadcast that runs or ran last. */
  startedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
  createdAt: instant,
  updatedAt: instant,
  streamKey: z.optional(z.nullable(z.string())),
  rtcOfferId: z.optional(z.nullable(z.string())),
  streamer: publicUser,
  /** What the caller may do here. */
  viewer: z.object({ isOwner: z.boolean(), canChat: z.boolean() }),
})
export type Stream = z.output<typeof stream>

/** What the create form sends. An empty thumbnail is sent as null. */
export const streamInput = z.object({
  title: requiredLine(LIMITS.streamTitle),
  description: z.optional(z.nullable(text(LIMITS.streamDescription))),
  category: streamCategory,
  thumbnailUrl: z.optional(z.nullable(pictureAddress)),
  isLive: z.optional(z.literal(false)),
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

export const getStream = endpoint({
  method: 'GET',
  path: '/api/streams/:id',
  access: 'anyone',
  params: streamId,
  response: stream,
})

/** Starts (`isLive: true`) or ends a broadcast; a start without media has the grace to bring some. */
export const updateStream = endpoint({
  method: 'PUT',
  path: '/api/streams/:id',
  access: 'member',
  params: streamId,
  body: z.object({ isLive: z.boolean() }),
  response: stream,
})

/** A member's past and live streams; private ones for their owner alone. */
export const listUserStreams = endpoint({
  method: 'GET',
  path: '/api/users/:userId/streams',
  access: 'anyone',
  params: z.object({ userId: id }),
  query: page,
  response: z.array(stream),
})
