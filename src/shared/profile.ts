import * as z from 'zod/mini'
import { LIMITS } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { line, requiredLine, text } from './fields.ts'
import { bioLanguage, HERITAGE_REGIONS } from './heritage.ts'
import { ownUser } from './users.ts'

const name = z.nullable(line(LIMITS.profileName))

/** Words of a list, each once (case aside). */
const wordList = (max: number) =>
  z
    .array(requiredLine(LIMITS.tagLength))
    .check(z.maxLength(max))
    .check(z.refine((words) => new Set(words.map((word) => word.toLowerCase())).size === words.length))

/** Bios by language code; `jm` is kept as `jam`, and an empty text removes the language. */
const bios = z.pipe(
  z.record(z.string().check(z.refine((code) => bioLanguage(code) !== undefined)), text(LIMITS.bio)),
  z.transform((given) =>
    Object.fromEntries(
      Object.entries(given).flatMap(([code, bio]) => (bio === '' ? [] : [[bioLanguage(code) ?? code, bio]])),
    ),
  ),
)

/** What is left out stays as it is; an empty text clears it. */
export const profileInput = z.object({
  firstName: z.optional(name),
  lastName: z.optional(name),
  bio: z.optional(z.nullable(text(LIMITS.bio))),
  heritageRegion: z.optional(z.nullable(z.enum(['', ...HERITAGE_REGIONS]))),
  countryOfOrigin: z.optional(name),
  languages: z.optional(wordList(LIMITS.languages)),
  collaborationTags: z.optional(wordList(LIMITS.tags)),
  bioMultilingual: z.optional(bios),
  /** Lower case, 2 to 30 letters of a to z, digits and `_`; taken ones are 409. */
  handle: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9_]{2,30}$/))),
})

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/auth/profile',
  access: 'member',
  body: profileInput,
  response: ownUser,
})

/** The face becomes one's own finished upload. */
export const setAvatar = endpoint({
  method: 'PUT',
  path: '/api/auth/avatar',
  access: 'member',
  body: z.object({ url: z.string().check(z.maxLength(500)) }),
  response: ownUser,
})

export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/api/auth/avatar',
  access: 'member',
  response: ownUser,
})
