import * as z from 'zod/mini'
import { chatMessage } from './chat.ts'
import { VIDEO_CATEGORIES } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { id, instant, page } from './fields.ts'
import { publicUser } from './users.ts'

/** A recording that is still being made into a file; one that can be watched; one that could not be made. */
const videoState = z.enum(['processing', 'ready', 'failed'])
export type VideoState = z.output<typeof videoState>

/** A video record. Of a draft or a private one only its creator (and an admin) gets it at all. */
export const video = z.object({
  id,
  creatorId: id,
  title: z.string(),
  description: z.nullable(z.string()),
  /** Our own address of the file, relative: it takes ranges, and asks who wants it. */
  videoUrl: z.string(),
  thumbnailUrl: z.nullable(z.string()),
  /** Seconds. */
  duration: z.number(),
  /** Bytes. */
  fileSize: z.int(),
  mimeType: z.string(),
  /** Pixels, where they are known. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  category: z.enum(VIDEO_CATEGORIES),
  tags: z.array(z.string()),
  viewsCount: z.int(),
  likesCount: z.int(),
  commentsCount: z.int(),
  isPublished: z.boolean(),
  isPublic: z.boolean(),
  state: videoState,
  /** The stream that it is a recording of. */
  streamId: z.nullable(id),
  /** When the first picture was, of a recording. */
  recordedFrom: z.nullable(instant),
  createdAt: instant,
  updatedAt: instant,
  creator: publicUser,
  viewer: z.object({ isOwner: z.boolean() }),
})
export type Video = z.output<typeof video>

const ofVideo = z.object({ id })

/** The caller's videos, newest first: published (and public), draft, or private (published, hidden). */
export const listCreatorVideos = endpoint({
  method: 'GET',
  path: '/api/creator/videos',
  access: 'member',
  query: z.extend(page, {
    filter: z.optional(z.enum(['published', 'draft', 'private'])),
    /** Those that were recorded of one stream. */
    streamId: z.optional(id),
  }),
  response: z.array(video),
})

/** For good, with its files. */
export const deleteVideo = endpoint({
  method: 'DELETE',
  path: '/api/creator/videos/:id',
  access: 'member',
  params: ofVideo,
  response: z.object({ deleted: z.literal(true) }),
})

export const getVideo = endpoint({
  method: 'GET',
  path: '/api/videos/:id',
  access: 'anyone',
  params: ofVideo,
  response: video,
})

/** A chat message beside a recording: `offset` is its second of the video. */
const replayedMessage = z.object({ offset: z.number(), message: chatMessage })
export type ReplayedMessage = z.output<typeof replayedMessage>

/** The chat of the recorded broadcast from a second of the video on, in the order of time. */
export const listVideoChat = endpoint({
  method: 'GET',
  path: '/api/videos/:id/chat',
  access: 'anyone',
  params: ofVideo,
  query: z.extend(page, { from: z.optional(z.coerce.number().check(z.minimum(0), z.maximum(1_000_000))) }),
  response: z.array(replayedMessage),
})

export const videoDown = [
  /** To every page of one member: one of its videos was made, changed or deleted. */
  z.object({ type: z.literal('video_changed'), videoId: id }),
] as const
