import * as z from 'zod/mini'
import { bookmarkDown } from './bookmarks.ts'
import { chatServerMessages, chatUp } from './chat.ts'
import { followDown } from './follows.ts'
import { likeDown } from './likes.ts'
import { liveServerMessages, liveClientMessages } from './live.ts'
import { notificationDown } from './notifications.ts'
import { postDown, postUp } from './posts.ts'
import { socketServerMessages, socketClientMessages } from './socket.ts'
import { streamServerMessages } from './streams.ts'
import { videoDown } from './videos.ts'
import { watchClientMessages } from './watched-entities.ts'

/** Every message that the server accepts on `/ws`. */
export const upstream = z.discriminatedUnion('type', [
  ...socketClientMessages,
  ...liveClientMessages,
  ...postUp,
  ...watchClientMessages,
  ...chatUp,
])
export type Upstream = z.output<typeof upstream>

/** Every message that the server sends on `/ws`. */
export const downstream = z.discriminatedUnion('type', [
  ...socketServerMessages,
  ...liveServerMessages,
  ...streamServerMessages,
  ...chatServerMessages,
  ...postDown,
  ...likeDown,
  ...bookmarkDown,
  ...followDown,
  ...notificationDown,
  ...videoDown,
])
export type Downstream = z.output<typeof downstream>
