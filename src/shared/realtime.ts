import * as z from 'zod/mini'
import { chatDown, chatText } from './chat.ts'
import { LIMITS } from './constants.ts'
import { errorBody } from './errors.ts'
import { id, instant } from './fields.ts'
import { broadcastSource, liveDown, liveUp, viewerCounts } from './live.ts'
import { notification } from './notifications.ts'
import { streamDown } from './streams.ts'

const claimed = z.optional(z.nullable(z.string()))

/** Every message that the server takes on `/ws`. */
export const upstream = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ping') }),
  /** Says who it is, and hears who the session says it is; another's id is refused. */
  z.object({ type: z.literal('auth'), userId: claimed }),
  z.object({ type: z.literal('subscribe'), streamId: id, userId: claimed }),
  /** Follows starts and ends of public streams, for lists. */
  z.object({ type: z.literal('subscribe_live') }),
  z.object({ type: z.literal('unsubscribe'), streamId: id, userId: claimed }),
  /** Follows new posts of everyone, for feeds. */
  z.object({ type: z.literal('subscribe_feed') }),
  /** From now on exactly these: what the page shows and whose counts it wants to keep right. */
  z.object({
    type: z.literal('watch'),
    postIds: z.array(id).check(z.maxLength(LIMITS.watched)),
    userIds: z.array(id).check(z.maxLength(LIMITS.watched)),
  }),
  z.object({
    type: z.literal('chat_message'),
    streamId: id,
    userId: claimed,
    content: chatText,
    clientId: z.optional(id),
    replyTo: z.optional(z.nullable(id)),
  }),
  ...liveUp,
])
export type Upstream = z.output<typeof upstream>

/** Every message that the server sends on `/ws`. */
export const downstream = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pong') }),
  z.object({ type: z.literal('auth'), userId: z.nullable(id) }),
  z.object({
    type: z.literal('subscribed'),
    streamId: id,
    /** Later than what the record says. */
    viewerCount: z.optional(viewerCounts.viewerCount),
    ownerCount: viewerCounts.ownerCount,
    /** Where the stream's broadcast comes from; null while there is none. */
    source: z.optional(z.nullable(broadcastSource)),
    /** How the record stands, for a page that read it before: another `updatedAt` means that it changed in between. */
    mark: z.optional(z.object({ updatedAt: instant, likesCount: z.int() })),
    /** To its owner: another window sends it, so that sending from here takes over from that one. */
    isElsewhere: z.optional(z.boolean()),
  }),
  z.extend(errorBody, {
    type: z.literal('error'),
    streamId: z.optional(id),
    clientId: z.optional(id),
    /** Seconds until a rate-limited message may be tried again. */
    retryAfter: z.optional(z.int()),
  }),
  ...chatDown,
  /** To feeds: somebody has posted. */
  z.object({ type: z.literal('post_created'), postId: id, authorId: id }),
  /** To those who watch a post: its counts, at most once a second. */
  z.object({
    type: z.literal('post_changed'),
    postId: id,
    data: z.object({ likesCount: z.int(), commentsCount: z.int(), sharesCount: z.int() }),
  }),
  z.object({ type: z.literal('post_deleted'), postId: id }),
  /** To those who watch a member. */
  z.object({
    type: z.literal('user_changed'),
    userId: id,
    data: z.object({ followersCount: z.int(), followingCount: z.int() }),
  }),
  /** To every page of one member: what its own like, treasure or follow has come to, on whichever page it was made. */
  z.object({
    type: z.literal('like_changed'),
    postId: id,
    data: z.object({ isLiked: z.boolean(), likesCount: z.int() }),
  }),
  z.object({
    type: z.literal('stream_like_changed'),
    streamId: id,
    data: z.object({ isLiked: z.boolean(), likesCount: z.int() }),
  }),
  z.object({
    type: z.literal('bookmark_changed'),
    postId: id,
    data: z.object({ isBookmarked: z.boolean() }),
  }),
  z.object({
    type: z.literal('follow_changed'),
    userId: id,
    /** `followingCount` is the member's own. */
    data: z.object({ isFollowing: z.boolean(), followersCount: z.int(), followingCount: z.int() }),
  }),
  /** To every page of one member: something happened, or was read elsewhere (`data` is null then). */
  z.object({
    type: z.literal('notification'),
    unreadCount: z.int(),
    data: z.nullable(notification),
  }),
  /** To every page of one member: what it was told of has been taken back, read or not. */
  z.object({ type: z.literal('notifications_withdrawn'), ids: z.array(id), unreadCount: z.int() }),
  /** To every page of one member: one of its videos has come, changed or gone. */
  z.object({ type: z.literal('video_changed'), videoId: id }),
  ...streamDown,
  ...liveDown,
])
export type Downstream = z.output<typeof downstream>
