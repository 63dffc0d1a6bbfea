import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { coarseMaxLength, id } from '#shared/fields.ts'

/** Emoji that one creator can have. */
export const MAX_EMOJI = 10
/** Bytes of an uploaded emoji. */
export const MAX_EMOJI_BYTES = 256 * 1024
/** Width and height of a stored emoji, in pixels. */
export const EMOJI_SIDE = 96

const MAX_NAME_LENGTH = 20

// Not `z.regex`: its failure is reported as "nothing visible".
const name = z.string().check(
  coarseMaxLength(MAX_NAME_LENGTH),
  z.trim(),
  z.refine((value) => /^[a-z0-9_]{2,20}$/.test(value)),
)

/** An emoji of a creator. Chat messages contain it as text: its name between two colons. */
export const creatorEmoji = z.object({
  id,
  name: z.string(),
  /** Relative URL on this site: WebP, `EMOJI_SIDE` wide and high. */
  url: z.string(),
})
export type CreatorEmoji = z.output<typeof creatorEmoji>

/** The emoji that the chat of a creator's streams draws, oldest first; none while the creator has no Creator Pro. */
export const listUserEmoji = endpoint({
  method: 'GET',
  path: '/api/users/:userId/emoji',
  access: 'anyone',
  params: z.object({ userId: id }),
  response: z.array(creatorEmoji),
})

/** The caller's emoji, oldest first, also those that are stored while the caller has no Creator Pro. */
export const listOwnEmoji = endpoint({
  method: 'GET',
  path: '/api/creator/emoji',
  access: 'member',
  response: z.array(creatorEmoji),
})

/**
 * Makes an emoji of a finished upload of the caller with the purpose `emoji`. 403 `pro_required` without Creator Pro, 409
 * `conflict` at `name` for a name that another emoji of the caller has, 422 at `url` for any other URL, and 422 beyond
 * `MAX_EMOJI`.
 */
export const addEmoji = endpoint({
  method: 'POST',
  path: '/api/creator/emoji',
  access: 'member',
  publishes: true,
  body: z.object({
    /** 2 to 20 of a to z, digits and `_`. */
    name,
    url: z.string().check(z.maxLength(500)),
  }),
  response: creatorEmoji,
  status: 201,
})

/** Deletes an emoji and its file; messages with its name show the name. */
export const deleteEmoji = endpoint({
  method: 'DELETE',
  path: '/api/creator/emoji/:id',
  access: 'member',
  params: z.object({ id }),
  response: z.object({ id }),
})

/** The field of the form. */
export const emojiForm = z.object({ name })

export const emojiServerMessages = [
  /** To those who watch a creator: the list of emoji has changed. */
  z.object({ type: z.literal('emoji_changed'), userId: id }),
] as const
