import * as z from 'zod/mini'
import { LIMIT_DEFAULTS, type LimitKey } from './limits.ts'
import type { Setting, SettingCategory } from './setting.ts'

/** How often something may be done, in a window of `seconds`, until the operator sets it otherwise. */
export const RATES = {
  posts: { points: 30, seconds: 600 },
  comments: { points: 60, seconds: 600 },
  likes: { points: 300, seconds: 600 },
  follows: { points: 300, seconds: 600 },
  chat: { points: 8, seconds: 5 },
  registrations: { points: 120, seconds: 3600 },
  failedSignInsOfAccount: { points: 10, seconds: 900 },
  failedSignInsOfAddress: { points: 300, seconds: 900 },
  joins: { points: 30, seconds: 60 },
  joinsOfAddress: { points: 600, seconds: 60 },
  rejoinFree: { points: 1, seconds: 600 },
  starts: { points: 20, seconds: 600 },
} as const

/** How often everything else may be done. Names that end in `OfAddress` count all callers of one address. */
export const FIXED_RATES = {
  bookmarks: { points: 300, seconds: 600 },
  contactMessages: { points: 30, seconds: 60 * 60 },
  /** Wrong passwords from a browser that the account knows. */
  failedSignInsOfDevice: { points: 10, seconds: 900 },
  iceServers: { points: 60, seconds: 60 },
  iceServersOfAddress: { points: 2000, seconds: 60 },
  /** Bodies with a file in them, or as large: parsing one takes the whole server a while. */
  largeBodies: { points: 30, seconds: 600 },
  /** For each process of the live engine. */
  lineChecks: { points: 30, seconds: 600 },
  /** Candidates come in a few requests, of a session that lasts. */
  liveSessionPatches: { points: 30, seconds: 60 },
  /** Each costs the engine a handshake; a broadcaster without a connection offers again every few seconds. */
  offers: { points: 60, seconds: 60 },
  playerOffers: { points: 60, seconds: 60 },
  playerOffersOfAddress: { points: 600, seconds: 60 },
  reminders: { points: 300, seconds: 600 },
  /** Correct passwords of one account: nobody signs in so often, and each one costs a hash and a session. */
  rightPasswords: { points: 100, seconds: 900 },
  searches: { points: 300, seconds: 60 },
  shares: { points: 300, seconds: 600 },
  /** Changes of a stream. Starts and ends are not counted: the owner can always end a broadcast. */
  streamChanges: { points: 60, seconds: 600 },
  streamKeys: { points: 10, seconds: 600 },
  /** Streams that are created. */
  streams: { points: 30, seconds: 600 },
  /** The most expensive list; a page asks for it when it opens and after a follow. */
  suggestedPeople: { points: 600, seconds: 600 },
  /** Several users may share an address; a page asks at most six times a second while somebody types. */
  suggestions: { points: 900, seconds: 60 },
  thumbnailPreviews: { points: 60, seconds: 600 },
  uploads: { points: 60, seconds: 600 },
  /** Lists of users, and the suggestions of an `@`, which the editor requests at most six times a second. */
  userLists: { points: 900, seconds: 60 },
  viewerOffers: { points: 60, seconds: 60 },
  /** All pages of an address may come back at once, after its network or the server was away. */
  viewerOffersOfAddress: { points: 2400, seconds: 60 },
  /** Nobody guesses 256 bits: this limits our work, and many may share an address. */
  wrongStreamKeys: { points: 300, seconds: 900 },
} as const

export type OperatorRate = keyof typeof RATES
export type RateName = OperatorRate | keyof typeof FIXED_RATES

/**
 * What a call counts against before its body is read. `name` counts the member who calls; of a visitor it counts the
 * address, or, where `ofAddress` counts that already, the visitor's browser. `ofAddress` counts whoever calls from one
 * address, members too.
 */
export type CallRate = RateName | { name?: RateName; ofAddress: RateName }

const rate = z.object({
  points: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  seconds: z.int().check(z.minimum(1), z.maximum(7 * 24 * 60 * 60)),
})
const count = z.int().check(z.minimum(1), z.maximum(1_000_000))
const bytes = z.int().check(z.minimum(1024), z.maximum(1024 ** 4))

const amounts = {
  'limits.profileName': amount('profileName', 'general'),
  'limits.bio': amount('bio', 'general'),
  'limits.post': amount('post', 'general'),
  'limits.comment': amount('comment', 'general'),
  'limits.chatMessage': amount('chatMessage', 'streaming'),
  'limits.tipMessage': amount('tipMessage', 'payments'),
  'limits.languages': amount('languages', 'general'),
  'limits.tags': amount('tags', 'general'),
  'limits.tagLength': amount('tagLength', 'general'),
  'limits.socialLinks': amount('socialLinks', 'social'),
  'limits.postBytes': amount('postBytes', 'general', bytes),
  'limits.fileBytes': amount('fileBytes', 'streaming', bytes),
  'limits.pictureBytes': amount('pictureBytes', 'general', bytes),
} satisfies { [K in LimitKey as `limits.${K}`]: Setting }

const rates = {
  'limits.posts': often('posts', 'general'),
  'limits.comments': often('comments', 'general'),
  'limits.likes': often('likes', 'general'),
  'limits.follows': often('follows', 'general'),
  'limits.chat': often('chat', 'streaming'),
  'limits.registrations': often('registrations', 'general'),
  'limits.failedSignInsOfAccount': often('failedSignInsOfAccount', 'general'),
  'limits.failedSignInsOfAddress': often('failedSignInsOfAddress', 'general'),
  'limits.joins': often('joins', 'streaming'),
  'limits.joinsOfAddress': often('joinsOfAddress', 'streaming'),
  'limits.rejoinFree': often('rejoinFree', 'streaming'),
  'limits.starts': often('starts', 'streaming'),
} satisfies { [K in OperatorRate as `limits.${K}`]: Setting }

/** The keys `limits.*`. Members are counted by account, visitors by browser and address. */
export const LIMIT_SETTINGS = {
  ...amounts,
  ...rates,
  'limits.jsonBytes': {
    type: 'number',
    category: 'general',
    value: bytes,
    fallback: 1024 ** 2,
  },
  'limits.sockets': {
    type: 'number',
    category: 'streaming',
    value: count,
    fallback: 20,
  },
  'limits.socketsOfAddress': {
    type: 'number',
    category: 'streaming',
    value: count,
    fallback: 2000,
  },
} satisfies Record<string, Setting>

function amount(key: LimitKey, category: SettingCategory, value = count) {
  return { type: 'number', category, value, fallback: LIMIT_DEFAULTS[key] } satisfies Setting
}

function often(name: OperatorRate, category: SettingCategory) {
  return { type: 'json', category, value: rate, fallback: RATES[name] } satisfies Setting
}
