import * as z from 'zod/mini'
import { blockServerMessages } from './blocks.ts'
import { bookmarkServerMessages } from './bookmarks.ts'
import { chatServerMessages, chatClientMessages } from './chat.ts'
import { commentServerMessages } from './comments.ts'
import { emojiServerMessages } from './creator-emoji.ts'
import { followServerMessages } from './follows.ts'
import { likeServerMessages } from './likes.ts'
import { liveServerMessages, liveClientMessages } from './live.ts'
import { notificationServerMessages } from './notifications.ts'
import { postServerMessages, postClientMessages } from './posts.ts'
import { socketServerMessages, socketClientMessages } from './socket.ts'
import { streamServerMessages } from './streams.ts'
import { tipServerMessages } from './tips.ts'
import { userServerMessages } from './users.ts'
import { videoServerMessages } from './videos.ts'
import { watchClientMessages } from './watched-entities.ts'

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
