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
export type RateName = keyof typeof RATES

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
} satisfies { [K in RateName as `limits.${K}`]: Setting }

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

function often(name: RateName, category: SettingCategory) {
  return { type: 'json', category, value: rate, fallback: RATES[name] } satisfies Setting
}
