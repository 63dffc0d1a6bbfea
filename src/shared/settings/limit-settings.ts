import * as z from 'zod/mini'
import { LIMIT_DEFAULTS, type LimitKey } from './limits.ts'
import type { Setting, SettingCategory } from './setting.ts'

/** Default rates that the operator may change: `points` calls in a window of `seconds`. */
export const RATES = {
  posts: { points: 30, seconds: 600 },
  comments: { points: 60, seconds: 600 },
  likes: { points: 300, seconds: 600 },
  follows: { points: 300, seconds: 600 },
  chat: { points: 8, seconds: 5 },
  registrations: { points: 120, seconds: 3600 },
  registrationsOfNetwork: { points: 600, seconds: 3600 },
  failedSignInsOfAccount: { points: 10, seconds: 900 },
  failedSignInsOfAddress: { points: 300, seconds: 900 },
  joins: { points: 30, seconds: 60 },
  joinsOfAddress: { points: 600, seconds: 60 },
  rejoinFree: { points: 1, seconds: 600 },
  starts: { points: 20, seconds: 600 },
} as const

/** All other rates. Names that end in `OfAddress` count all callers of one IP address, `OfNetwork` those of a network. */
export const FIXED_RATES = {
  /** The most expensive reads of the creator studio. */
  analytics: { points: 120, seconds: 60 },
  blocks: { points: 300, seconds: 600 },
  bookmarks: { points: 300, seconds: 600 },
  /** For each process of the live engine. */
  connectionTests: { points: 30, seconds: 600 },
  contactMessages: { points: 30, seconds: 60 * 60 },
  /** Of one account: no user signs in that often, and each costs a hash and a session. */
  correctPasswords: { points: 100, seconds: 900 },
  /** Wrong passwords from a browser that has signed in to the account before. */
  failedSignInsOfDevice: { points: 10, seconds: 900 },
  /** Posts and comments that wait for review: each is a row of the moderators' queue. */
  heldTexts: { points: 20, seconds: 60 * 60 },
  iceServers: { points: 60, seconds: 60 },
  iceServersOfAddress: { points: 2000, seconds: 60 },
  /** Mails about sign-ins in new browsers: somebody who knows the password must not fill the mailbox. */
  signInMails: { points: 5, seconds: 60 * 60 },
  /** Bodies with an embedded file, or of that size: parsing one blocks the event loop for a while. */
  largeBodies: { points: 30, seconds: 600 },
  /** Trickled ICE candidates arrive in a few requests of a long session. */
  liveSessionPatches: { points: 30, seconds: 60 },
  /** Links of mails that are opened. 256 bits cannot be guessed: this only limits the server's work. */
  mailLinksOfAddress: { points: 300, seconds: 900 },
  /** Changes of the e-mail address; each sends two mails, one of them to an address that may be a stranger's. */
  emailChanges: { points: 10, seconds: 60 * 60 },
  /** Each is an entry of the operator's log, which is kept for two years. */
  moderation: { points: 3000, seconds: 24 * 60 * 60 },
  /** Each costs the engine a handshake; a broadcaster without a connection offers again every few seconds. */
  offers: { points: 60, seconds: 60 },
  /** Mails to an address that its account has not confirmed, which may be a stranger's: by the mailbox, whoever asks. */
  mailsToUnconfirmed: { points: 5, seconds: 60 * 60 },
  /** Mails for a forgotten password, by the mailbox of the typed address; an earlier link stays valid beyond the limit. */
  passwordMails: { points: 5, seconds: 60 * 60 },
  passwordMailsOfAddress: { points: 60, seconds: 60 * 60 },
  passwordMailsOfNetwork: { points: 300, seconds: 60 * 60 },
  /** Events of the payment provider, each of which is verified. */
  paymentEventsOfAddress: { points: 600, seconds: 60 },
  /** What follows on an order or subscription; each asks the payment provider. */
  paymentCalls: { points: 300, seconds: 600 },
  /** Orders and subscriptions that are created. */
  paymentOrders: { points: 60, seconds: 600 },
  payoutChanges: { points: 30, seconds: 600 },
  /** Playbacks of videos that are stored for a member; further ones continue an earlier playback of the same video. */
  playbacks: { points: 1000, seconds: 24 * 60 * 60 },
  /** Of all visitors of an address. */
  playbacksOfAddress: { points: 10_000, seconds: 24 * 60 * 60 },
  playerOffers: { points: 60, seconds: 60 },
  playerOffersOfAddress: { points: 600, seconds: 60 },
  /** Pictures of link previews: each asks the database, and may be decoded. */
  previewImagesOfAddress: { points: 600, seconds: 60 },
  /** More reports than any member makes in good faith. */
  reports: { points: 30, seconds: 60 * 60 },
  reminders: { points: 300, seconds: 600 },
  searches: { points: 300, seconds: 60 },
  shares: { points: 300, seconds: 600 },
  /** Changes of a stream. Starts and ends are not counted: the owner can always end a broadcast. */
  streamChanges: { points: 60, seconds: 600 },
  /** A page sends one when it starts and then less than one a minute. */
  streamFrames: { points: 60, seconds: 600 },
  streamKeys: { points: 10, seconds: 600 },
  /** Streams that are created. */
  streams: { points: 30, seconds: 600 },
  /** Subscriptions to a stream; a page has some at a time, and repeats them when it reconnects. */
  subscriptions: { points: 300, seconds: 60 },
  /** Of visitors: users are counted by account alone. */
  subscriptionsOfAddress: { points: 6000, seconds: 60 },
  /** The most expensive list; a page fetches it when it opens and after a follow. */
  suggestedUsers: { points: 600, seconds: 600 },
  /** Several users may share an address; a page fetches at most six times a second while the user types. */
  suggestions: { points: 900, seconds: 60 },
  thumbnailPreviews: { points: 60, seconds: 600 },
  tips: { points: 120, seconds: 600 },
  /** Tips that members wanted to send to creators who cannot receive any: each may notify one. */
  tipAttempts: { points: 60, seconds: 600 },
  uploads: { points: 60, seconds: 600 },
  /** Changes of videos, and their captions. */
  videoChanges: { points: 120, seconds: 600 },
  /** Reports of playbacks; a page sends four in a minute. */
  views: { points: 120, seconds: 60 },
  viewsOfAddress: { points: 3000, seconds: 60 },
  /** Lists of users, and the suggestions of an `@`, which the editor requests at most six times a second. */
  userLists: { points: 900, seconds: 60 },
  /** Mails to confirm the address of an account. */
  verificationMails: { points: 5, seconds: 60 * 60 },
  viewerOffers: { points: 60, seconds: 60 },
  /** All pages behind an address may reconnect at the same time, after an outage of its network or the server. */
  viewerOffersOfAddress: { points: 2400, seconds: 60 },
  /** 256 bits cannot be guessed: this only limits the server's work, and many users may share an address. */
  wrongStreamKeys: { points: 300, seconds: 900 },
} as const

export type OperatorRate = keyof typeof RATES
export type RateName = OperatorRate | keyof typeof FIXED_RATES

/**
 * Rates consumed by a call before its body is read. `name` is counted per user; for a visitor it is counted per IP
 * address or, if `ofAddress` is set as well, per browser. `ofAddress` counts all callers of one IP address, signed in
 * or not; `ofNetwork` also those of the addresses around it, which one caller may have all of.
 */
export type CallRate = RateName | { name?: RateName; ofAddress: RateName; ofNetwork?: RateName }

const rate = z.object({
  points: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  seconds: z.int().check(z.minimum(1), z.maximum(7 * 24 * 60 * 60)),
})
const count = z.int().check(z.minimum(1), z.maximum(1_000_000))
const bytes = z.int().check(z.minimum(1024), z.maximum(1024 ** 4))

const amounts = {
  'limits.profileName': numberSetting('profileName', 'general'),
  'limits.bio': numberSetting('bio', 'general'),
  'limits.post': numberSetting('post', 'general'),
  'limits.comment': numberSetting('comment', 'general'),
  'limits.chatMessage': numberSetting('chatMessage', 'streaming'),
  'limits.tipMessage': numberSetting('tipMessage', 'payments'),
  'limits.languages': numberSetting('languages', 'general'),
  'limits.tags': numberSetting('tags', 'general'),
  'limits.tagLength': numberSetting('tagLength', 'general'),
  'limits.socialLinks': numberSetting('socialLinks', 'social'),
  'limits.playbacks': numberSetting('playbacks', 'streaming'),
  'limits.postBytes': numberSetting('postBytes', 'general', bytes),
  'limits.fileBytes': numberSetting('fileBytes', 'streaming', bytes),
  'limits.pictureBytes': numberSetting('pictureBytes', 'general', bytes),
  'limits.storageBytes': numberSetting('storageBytes', 'general', bytes),
  'limits.proStorageBytes': numberSetting('proStorageBytes', 'general', bytes),
} satisfies { [K in LimitKey as `limits.${K}`]: Setting }

const rates = {
  'limits.posts': rateSetting('posts', 'general'),
  'limits.comments': rateSetting('comments', 'general'),
  'limits.likes': rateSetting('likes', 'general'),
  'limits.follows': rateSetting('follows', 'general'),
  'limits.chat': rateSetting('chat', 'streaming'),
  'limits.registrations': rateSetting('registrations', 'general'),
  'limits.registrationsOfNetwork': rateSetting('registrationsOfNetwork', 'general'),
  'limits.failedSignInsOfAccount': rateSetting('failedSignInsOfAccount', 'general'),
  'limits.failedSignInsOfAddress': rateSetting('failedSignInsOfAddress', 'general'),
  'limits.joins': rateSetting('joins', 'streaming'),
  'limits.joinsOfAddress': rateSetting('joinsOfAddress', 'streaming'),
  'limits.rejoinFree': rateSetting('rejoinFree', 'streaming'),
  'limits.starts': rateSetting('starts', 'streaming'),
} satisfies { [K in OperatorRate as `limits.${K}`]: Setting }

/** The keys `limits.*`. Users are counted by account, visitors by browser and IP address. */
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

function numberSetting(key: LimitKey, category: SettingCategory, value = count) {
  return { type: 'number', category, value, fallback: LIMIT_DEFAULTS[key] } satisfies Setting
}

function rateSetting(name: OperatorRate, category: SettingCategory) {
  return { type: 'json', category, value: rate, fallback: RATES[name] } satisfies Setting
}
