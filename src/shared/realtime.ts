import * as z from 'zod/mini'
import { blockServerMessages } from './accounts/blocks.ts'
import { bookmarkServerMessages } from './community/bookmarks.ts'
import { chatServerMessages, chatClientMessages } from './live/chat.ts'
import { commentServerMessages } from './community/comments.ts'
import { emojiServerMessages } from './live/creator-emoji.ts'
import { followServerMessages } from './accounts/follows.ts'
import { likeServerMessages } from './community/likes.ts'
import { liveServerMessages, liveClientMessages } from './live/live.ts'
import { notificationServerMessages } from './notifications/notifications.ts'
import { postServerMessages, postClientMessages } from './community/posts.ts'
import { socketServerMessages, socketClientMessages } from './socket.ts'
import { streamServerMessages } from './live/streams.ts'
import { tipServerMessages } from './money/tips.ts'
import { userServerMessages } from './accounts/users.ts'
import { videoServerMessages } from './videos/videos.ts'
import { watchClientMessages } from './community/watched-entities.ts'

/** Every message that the server accepts on `/ws`. */
export const upstream = z.discriminatedUnion('type', [
  ...socketClientMessages,
  ...liveClientMessages,
  ...postClientMessages,
  ...watchClientMessages,
  ...chatClientMessages,
])
export type Upstream = z.output<typeof upstream>

/** Every message that the server sends on `/ws`. */
export const downstream = z.discriminatedUnion('type', [
  ...socketServerMessages,
  ...liveServerMessages,
  ...streamServerMessages,
  ...chatServerMessages,
  ...postServerMessages,
  ...commentServerMessages,
  ...likeServerMessages,
  ...bookmarkServerMessages,
  ...followServerMessages,
  ...notificationServerMessages,
  ...videoServerMessages,
  ...emojiServerMessages,
  ...userServerMessages,
  ...tipServerMessages,
  ...blockServerMessages,
])
export type Downstream = z.output<typeof downstream>
