import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { atMost, line, requiredLine, text } from './fields.ts'
import { isReservedHandle } from './handles.ts'
import { bioLanguage, HERITAGE_REGIONS } from './heritage.ts'
import { ownUser } from './users.ts'

const emptied = z.transform((value: string | null) => value || null)
const name = z.pipe(z.nullable(line('profileName')), emptied)

/** Words of a list, each once (case aside), as it was written first. Counted before they are looked at. */
const wordList = (word: z.ZodMiniType<string, string>, max: 'languages' | 'tags') =>
  z.pipe(
    z.custom<string[]>((value) => Array.isArray(value)).check(atMost(max)),
    z.pipe(
      z.array(word),
      z.transform((words) => {
        const plain = words.map((each) => each.toLowerCase())
        return words.filter((_, at) => plain.indexOf(plain[at] ?? '') === at)
      }),
    ),
  )

/** Shown with a `#`, and kept without it. */
const tag = z.pipe(
  z.string().check(z.overwrite((written) => written.replace(/^[\s#]+/, ''))),
  requiredLine('tagLength'),
)

/** Bios by language code, one each; `jm` is kept as `jam`, and an empty text removes the language. */
const bios = z.pipe(
  z.custom<Record<string, string>>((value) => isRecord(value) && Object.keys(value).length <= MAX_BIOS),
  z.pipe(
    z
      .record(z.string().check(z.refine((code) => bioLanguage(code) !== undefined)), text('bio'))
      .check(
        z.refine((given) => new Set(Object.keys(given).map(bioLanguage)).size === Object.keys(given).length),
      ),
    z.transform((given) =>
      Object.fromEntries(
        Object.entries(given).flatMap(([code, bio]) =>
          bio === '' ? [] : [[bioLanguage(code) ?? code, bio]],
        ),
      ),
    ),
  ),
)
/** One for each language, and those of them that have two codes. */
const MAX_BIOS = 40

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// The pattern is no `z.regex`, whose failure means that there is nothing to see.
const handle = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.overwrite((written) => written.replace(/^@/, '')),
  z.refine((value) => /^[a-z0-9_]{2,40}$/.test(value) && !isReservedHandle(value)),
)

/** Every field of the form. */
export const profileForm = z.object({
  firstName: name,
  lastName: name,
  bio: z.pipe(z.nullable(text('bio')), emptied),
  heritageRegion: z.pipe(
    z.nullable(z.enum(['', ...HERITAGE_REGIONS])),
    z.transform((region) => region || null),
  ),
  countryOfOrigin: name,
  languages: wordList(requiredLine('tagLength'), 'languages'),
  collaborationTags: wordList(tag, 'tags'),
  bioMultilingual: bios,
  /** 2 to 40 of a to z, digits and `_`, with or without its `@`; taken ones are 409 `handle_taken`. */
  handle,
})

/** What is left out stays as it is; an empty text or null clears it. Whatever else is sent is not looked at. */
const profileInput = z.exactPartial(
  z.extend(profileForm, {
    languages: orNull(profileForm.shape.languages, []),
    collaborationTags: orNull(profileForm.shape.collaborationTags, []),
    bioMultilingual: orNull(profileForm.shape.bioMultilingual, {}),
  }),
)
export type ProfileChange = z.output<typeof profileInput>

function orNull<Output, Input>(given: z.ZodMiniType<Output, Input>, nothing: Output) {
  return z.pipe(
    z.nullable(given),
    z.transform((value: Output | null) => value ?? nothing),
  )
}

/** The caller's own record; identity, counts, role and what is paid for change elsewhere. */
export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/auth/profile',
  access: 'member',
  body: profileInput,
  response: ownUser,
})

/** The face becomes one's own finished upload; another address is 422. */
export const setAvatar = endpoint({
  method: 'PUT',
  path: '/api/auth/avatar',
  access: 'member',
  body: z.object({ url: z.string().check(z.maxLength(500)) }),
  response: ownUser,
})

/** Takes the face away and deletes its files; answers the record without it. */
export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/api/auth/avatar',
  access: 'member',
  response: ownUser,
})
