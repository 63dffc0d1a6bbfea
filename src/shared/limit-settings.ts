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
} as const
export type RateName = keyof typeof RATES

const rate = z.object({
  points: z.int().check(z.minimum(1), z.maximum(1_000_000)),
  seconds: z.int().check(z.minimum(1), z.maximum(7 * 24 * 60 * 60)),
})
const count = z.int().check(z.minimum(1), z.maximum(1_000_000))
const bytes = z.int().check(z.minimum(1024), z.maximum(1024 ** 4))

const amounts = {
  'limits.profileName': amount('profileName', 'general', 'Characters of a first or last name.'),
  'limits.bio': amount('bio', 'general', 'Characters of a bio in one language.'),
  'limits.post': amount('post', 'general', 'Characters of a post.'),
  'limits.comment': amount('comment', 'general', 'Characters of a comment.'),
  'limits.chatMessage': amount('chatMessage', 'streaming', 'Characters of a chat message.'),
  'limits.tipMessage': amount('tipMessage', 'payments', 'Characters of the message with a tip.'),
  'limits.languages': amount('languages', 'general', 'Languages on a profile.'),
  'limits.tags': amount('tags', 'general', 'Collaboration tags on a profile.'),
  'limits.tagLength': amount('tagLength', 'general', 'Characters of a language or tag.'),
  'limits.socialLinks': amount('socialLinks', 'social', 'Social links of a creator.'),
  'limits.postBytes': amount(
    'postBytes',
    'general',
    'Bytes of a post that carries its media as a data-URL; from the next start on.',
    bytes,
  ),
  'limits.fileBytes': amount('fileBytes', 'streaming', 'Bytes of one uploaded file.', bytes),
  'limits.pictureBytes': amount('pictureBytes', 'general', 'Bytes of an avatar or a thumbnail.', bytes),
} satisfies { [K in LimitKey as `limits.${K}`]: Setting }

const rates = {
  'limits.posts': often('posts', 'general', 'New posts of a member.'),
  'limits.comments': often('comments', 'general', 'Comments of a member.'),
  'limits.likes': often('likes', 'general', 'Likes that a member gives or takes back.'),
  'limits.follows': often('follows', 'general', 'Follows that a member begins or ends.'),
  'limits.chat': often('chat', 'streaming', "Chat messages of a member, on top of a stream's slow mode."),
  'limits.registrations': often('registrations', 'general', 'New accounts from one address.'),
  'limits.failedSignInsOfAccount': often(
    'failedSignInsOfAccount',
    'general',
    'Failed sign-ins of one account from one address.',
  ),
  'limits.failedSignInsOfAddress': often(
    'failedSignInsOfAddress',
    'general',
    'Failed sign-ins from one address.',
  ),
  'limits.joins': often('joins', 'streaming', 'Streams that a member or visitor joins.'),
  'limits.joinsOfAddress': often('joinsOfAddress', 'streaming', 'Streams that are joined from one address.'),
  'limits.rejoinFree': often(
    'rejoinFree',
    'streaming',
    'For how long joining the same stream again is not counted.',
  ),
} satisfies { [K in RateName as `limits.${K}`]: Setting }

/** The keys `limits.*`. Members are counted by account, visitors by browser and address. */
export const LIMIT_SETTINGS = {
  ...amounts,
  ...rates,
  'limits.jsonBytes': {
    type: 'number',
    category: 'general',
    description: 'Bytes of a request; from the next start on.',
    value: bytes,
    fallback: 1024 ** 2,
  },
  'limits.sockets': {
    type: 'number',
    category: 'streaming',
    description: 'Open sockets of a member or visitor.',
    value: count,
    fallback: 20,
  },
  'limits.socketsOfAddress': {
    type: 'number',
    category: 'streaming',
    description: 'Open sockets from one address.',
    value: count,
    fallback: 2000,
  },
} satisfies Record<string, Setting>

function amount(key: LimitKey, category: SettingCategory, description: string, value = count) {
  return { type: 'number', category, description, value, fallback: LIMIT_DEFAULTS[key] } satisfies Setting
}

function often(name: RateName, category: SettingCategory, description: string) {
  return { type: 'json', category, description, value: rate, fallback: RATES[name] } satisfies Setting
}
