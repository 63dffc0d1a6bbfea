import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { coarseMaxLength, maxLength, nameLine, requiredNameLine, text } from '#shared/fields.ts'
import { isReservedHandle } from '#shared/accounts/handles.ts'
import { toBioLanguage, HERITAGE_REGIONS } from '#shared/accounts/heritage.ts'
import { currentUser } from '#shared/accounts/users.ts'

const emptyToNull = z.transform((value: string | null) => value || null)
const name = z.pipe(z.nullable(nameLine('profileName')), emptyToNull)

/** A list of labels without duplicates (case-insensitive, the first spelling wins). Counted before they are parsed. */
const labelList = (label: z.ZodMiniType<string, string>, max: 'languages' | 'tags') =>
  z.pipe(
    z.custom<string[]>((value) => Array.isArray(value)).check(maxLength(max)),
    z.pipe(
      z.array(label),
      z.transform((labels) => {
        const lowercase = labels.map((each) => each.toLowerCase())
        return labels.filter((_, index) => lowercase.indexOf(lowercase[index] ?? '') === index)
      }),
    ),
  )

/** Stored without the `#` that it is shown with. */
const tag = z.pipe(
  z.string().check(z.overwrite((value) => value.replace(/^[\s#]+/, ''))),
  requiredNameLine('tagLength'),
)

/** Bios by language code, one each; `jm` is stored as `jam`, and an empty text removes the language. */
const bios = z.pipe(
  z.custom<Record<string, string>>((value) => isRecord(value) && Object.keys(value).length <= MAX_BIOS),
  z.pipe(
    z
      .record(z.string().check(z.refine((code) => toBioLanguage(code) !== undefined)), text('bio'))
      .check(
        z.refine(
          (bioByCode) =>
            new Set(Object.keys(bioByCode).map(toBioLanguage)).size === Object.keys(bioByCode).length,
        ),
      ),
    z.transform((bioByCode) =>
      Object.fromEntries(
        Object.entries(bioByCode).flatMap(([code, bio]) =>
          bio === '' ? [] : [[toBioLanguage(code) ?? code, bio]],
        ),
      ),
    ),
  ),
)
/** Enough for every language under each of its codes. */
const MAX_BIOS = 40

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const MAX_HANDLE_LENGTH = 40

// Not `z.regex`: its failure is reported as "nothing visible".
const handle = z.string().check(
  coarseMaxLength(MAX_HANDLE_LENGTH),
  z.trim(),
  z.toLowerCase(),
  z.overwrite((value) => value.replace(/^@/, '')),
  z.refine((value) => /^[a-z0-9_]{2,40}$/.test(value) && !isReservedHandle(value)),
)

/** Every field of the form. */
export const profileForm = z.object({
  firstName: name,
  lastName: name,
  bio: z.pipe(z.nullable(text('bio')), emptyToNull),
  heritageRegion: z.pipe(
    z.nullable(z.enum(['', ...HERITAGE_REGIONS])),
    z.transform((region) => region || null),
  ),
  countryOfOrigin: name,
  languages: labelList(requiredNameLine('tagLength'), 'languages'),
  collaborationTags: labelList(tag, 'tags'),
  bioMultilingual: bios,
  /** 2 to 40 of a to z, digits and `_`, with or without its `@`; 409 `handle_taken` if another user has it. */
  handle,
})

/** Absent fields stay unchanged; an empty text or null clears a field. Unknown fields are ignored. */
const profileInput = z.exactPartial(
  z.extend(profileForm, {
    languages: nullTo(profileForm.shape.languages, []),
    collaborationTags: nullTo(profileForm.shape.collaborationTags, []),
    bioMultilingual: nullTo(profileForm.shape.bioMultilingual, {}),
  }),
)
export type ProfileChange = z.output<typeof profileInput>

function nullTo<Output, Input>(field: z.ZodMiniType<Output, Input>, empty: Output) {
  return z.pipe(
    z.nullable(field),
    z.transform((value: Output | null) => value ?? empty),
  )
}

/** Changes the caller's profile; e-mail, counts, role and payments are not part of it. */
export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/auth/profile',
  access: 'member',
  body: profileInput,
  response: currentUser,
})

/** Sets the avatar to a finished upload of the caller; 422 for any other URL. */
export const setAvatar = endpoint({
  method: 'PUT',
  path: '/api/auth/avatar',
  access: 'member',
  publishes: true,
  body: z.object({ url: z.string().check(z.maxLength(500)) }),
  response: currentUser,
})

/** Removes the avatar and deletes its files; returns the updated user. */
export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/api/auth/avatar',
  access: 'member',
  response: currentUser,
})
