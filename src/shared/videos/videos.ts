import * as z from 'zod/mini'
import { chatMessage } from '#shared/live/chat.ts'
import { VIDEO_CATEGORIES } from '#shared/constants.ts'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant, page } from '#shared/fields.ts'
import { MOVEMENTS_AND_CATEGORIES } from '#shared/live/movements.ts'
import { likeEndpoint, ownLike } from '#shared/accounts/reactions.ts'
import { publicUser } from '#shared/accounts/users.ts'

/**
 * `processing`: no file of it can be played yet; `ready`: it can be watched, while further qualities may still be
 * encoded; `failed`: its file cannot become a video (`failure`).
 */
const videoState = z.enum(['processing', 'ready', 'failed'])
export type VideoState = z.output<typeof videoState>

/**
 * Why a video failed. Of the file: `unreadable` (no video of a known format, or damaged), `empty` (no frame or no
 * duration), `noVideo` (audio alone), `unsupportedCodec`, `tooLarge` (pixels of a frame), `tooLong`, `tooManyTracks`,
 * `repeatsData` (it describes more data than it contains), `tooCostly` (time or memory). `storageFull`: its creator may
 * not store more. `notRecorded`: the parts of a recording cannot be joined. `internal`: the server failed.
 */
const VIDEO_FAILURES = [
  'unreadable',
  'empty',
  'noVideo',
  'unsupportedCodec',
  'tooLarge',
  'tooLong',
  'tooManyTracks',
  'repeatsData',
  'tooCostly',
  'storageFull',
  'notRecorded',
  'internal',
] as const
export type VideoFailure = (typeof VIDEO_FAILURES)[number]

/** Defects of a video that can be watched. `unreadableAudio`: it has no sound, as that of its file cannot be decoded. */
const VIDEO_NOTICES = ['unreadableAudio'] as const
export type VideoNotice = (typeof VIDEO_NOTICES)[number]

/** A file that a browser can play, or a quality of the HLS playlist. */
const videoSource = z.object({
  url: z.string(),
  mimeType: z.string(),
  /** Pixels; null for audio only. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
  /** Bytes of the whole file: what watching it costs. */
  fileSize: z.int(),
})
export type VideoSource = z.output<typeof videoSource>

/** The tiles of the preview image fill rows from the start; tile `n` shows the second `n * interval`. */
const previewStrip = z.object({
  url: z.string(),
  columns: z.int(),
  tiles: z.int(),
  tileWidth: z.int(),
  tileHeight: z.int(),
  interval: z.number(),
})
export type PreviewStrip = z.output<typeof previewStrip>

const captionTrack = z.object({
  /** BCP 47. */
  language: z.string(),
  /** WebVTT. */
  url: z.string(),
})
export type CaptionTrack = z.output<typeof captionTrack>

/**
 * Only its creator and admins can see a draft, private or unfinished video. The URLs of its files contain a version,
 * which changes when the video is hidden: the old URLs then return 404.
 */
export const video = z.object({
  id,
  creatorId: id,
  title: z.string(),
  description: z.nullable(z.string()),
  /**
   * Relative URL on this site. For the creator of an uploaded video, the original file; for everyone else, and for a
   * recording, the best file that browsers play.
   */
  videoUrl: z.string(),
  /** `imageSizes` returns its variants. */
  thumbnailUrl: z.nullable(z.string()),
  /** Seconds. */
  duration: z.number(),
  /** Bytes of the original. */
  fileSize: z.int(),
  /** Of the original. */
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
  /** Percentage of the finished processing, 0 to 99; null when nothing is left to do, and for everyone but its creator. */
  progress: z.nullable(z.int()),
  /** Null for everyone but its creator. */
  failure: z.nullable(z.enum(VIDEO_FAILURES)),
  /** Null for everyone but its creator. */
  notice: z.nullable(z.enum(VIDEO_NOTICES)),
  sources: z.object({
    /** The HLS playlist with all encoded qualities; null while one of `files` shows more. */
    hls: z.nullable(z.string()),
    /** The qualities of the playlist, the best first, the one with audio only last. */
    qualities: z.array(videoSource),
    /** Whole files for players without HLS, the best first. */
    files: z.array(videoSource),
  }),
  preview: z.nullable(previewStrip),
  captions: z.array(captionTrack),
  /** The recorded stream. */
  streamId: z.nullable(id),
  /** Time of the first frame of a recording. */
  recordedFrom: z.nullable(instant),
  /** When everyone could watch it for the first time. */
  publishedAt: z.nullable(instant),
  /** When the draft is published by itself; null for everyone but its creator. */
  publishAt: z.nullable(instant),
  createdAt: instant,
  updatedAt: instant,
  creator: publicUser,
  viewer: z.object({ isOwner: z.boolean(), isLiked: z.boolean() }),
})
export type Video = z.output<typeof video>

const ofVideo = z.object({ id })

export const getVideo = endpoint({
  method: 'GET',
  path: '/api/videos/:id',
  access: 'anyone',
  params: ofVideo,
  response: video,
})

/** The newest published recording of a stream that the caller may see. */
export const getStreamRecording = endpoint({
  method: 'GET',
  path: '/api/streams/:id/recording',
  access: 'anyone',
  params: ofVideo,
  response: z.object({ video: z.nullable(video) }),
})

export const likeVideo = likeEndpoint('/api/videos/:id/like')

/** Filters of a list of videos: a video category, or a movement or stream category for the video categories in it. */
const videoFilter = z.enum([...new Set([...VIDEO_CATEGORIES, ...MOVEMENTS_AND_CATEGORIES])])
export type VideoCategoryFilter = z.output<typeof videoFilter>

export const VIDEO_SORTS = ['newest', 'popular'] as const

/** Everyone's public videos: the latest published first, or the most viewed. */
export const listVideos = endpoint({
  method: 'GET',
  path: '/api/videos',
  access: 'anyone',
  query: z.extend(page, {
    category: z.optional(videoFilter),
    sort: z._default(z.enum(VIDEO_SORTS), 'newest'),
  }),
  response: z.array(video),
})

/** The public videos of a user, the latest published first. */
export const listUserVideos = endpoint({
  method: 'GET',
  path: '/api/users/:userId/videos',
  access: 'anyone',
  params: z.object({ userId: id }),
  query: page,
  response: z.array(video),
})

/** Other public videos of the same creator, with the same tags or in the same category, the most related first. */
export const listRelatedVideos = endpoint({
  method: 'GET',
  path: '/api/videos/:id/related',
  access: 'anyone',
  params: ofVideo,
  query: z.pick(page, { limit: true }),
  response: z.array(video),
})

/** A chat message of a recorded broadcast: `offset` is its position in the video, in seconds. */
const replayedMessage = z.object({ offset: z.number(), message: chatMessage })
export type ReplayedMessage = z.output<typeof replayedMessage>

/**
 * The chat of the recorded broadcast in chronological order, `from` a position of the video in seconds; with
 * `tips=true` only the messages that came with a tip.
 */
export const listVideoChat = endpoint({
  method: 'GET',
  path: '/api/videos/:id/chat',
  access: 'anyone',
  params: ofVideo,
  query: z.extend(page, {
    from: z.optional(z.coerce.number().check(z.minimum(0), z.maximum(1_000_000))),
    tips: z.optional(z.enum(['true', 'false'])),
  }),
  response: z.array(replayedMessage),
})

export const videoServerMessages = [
  /** To every page of one member: one of its videos was made, changed or deleted. */
  z.object({ type: z.literal('video_changed'), videoId: id }),
  /** To every page of one member: how much of the processing of its video is done, in percent. */
  z.object({ type: z.literal('video_progress'), videoId: id, progress: z.int() }),
  z.object({ type: z.literal('video_like_changed'), videoId: id, data: ownLike }),
] as const
