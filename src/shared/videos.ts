import * as z from 'zod/mini'
import { chatMessage } from './chat.ts'
import { VIDEO_CATEGORIES } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { id, instant, page } from './fields.ts'
import { publicUser } from './users.ts'

/** `processing` and `failed` describe the assembly of a recording into a file. */
const videoState = z.enum(['processing', 'ready', 'failed'])
export type VideoState = z.output<typeof videoState>

/** Only its creator and admins can see a draft or private video. */
export const video = z.object({
  id,
  creatorId: id,
  title: z.string(),
  description: z.nullable(z.string()),
  /** Relative URL of the file on this site: it supports range requests and checks access. */
  videoUrl: z.string(),
  thumbnailUrl: z.nullable(z.string()),
  /** Seconds. */
  duration: z.number(),
  /** Bytes. */
  fileSize: z.int(),
  mimeType: z.string(),
  /** Pixels, if known. */
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
  /** The recorded stream. */
  streamId: z.nullable(id),
  /** Time of the first frame of a recording. */
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
    /** Only recordings of this stream. */
    streamId: z.optional(id),
  }),
  response: z.array(video),
})

/** Deletes the video permanently, with its files. */
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

/** A chat message of a recorded broadcast: `offset` is its position in the video, in seconds. */
const replayedMessage = z.object({ offset: z.number(), message: chatMessage })
export type ReplayedMessage = z.output<typeof replayedMessage>

/** The chat of the recorded broadcast in chronological order, `from` a position of the video in seconds. */
export const listVideoChat = endpoint({
  method: 'GET',
  path: '/api/videos/:id/chat',
  access: 'anyone',
  params: ofVideo,
  query: z.extend(page, { from: z.optional(z.coerce.number().check(z.minimum(0), z.maximum(1_000_000))) }),
  response: z.array(replayedMessage),
})

export const videoServerMessages = [
  /** To every page of one member: one of its videos was made, changed or deleted. */
  z.object({ type: z.literal('video_changed'), videoId: id }),
] as const
