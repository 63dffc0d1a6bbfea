import * as z from 'zod/mini'
import { LIMITS } from './constants.ts'
import { endpoint } from './endpoint.ts'
import { id, instant, line } from './fields.ts'

export const PLATFORMS = [
  'website',
  'twitter',
  'instagram',
  'youtube',
  'tiktok',
  'facebook',
  'linkedin',
  'other',
] as const

export const socialLink = z.object({
  id,
  creatorId: id,
  platform: z.enum(PLATFORMS),
  url: z.string(),
  displayName: z.nullable(z.string()),
  isPublic: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
})
export type SocialLink = z.output<typeof socialLink>

/** Only http(s): a `javascript:` address is refused. */
export const socialLinkInput = z.object({
  platform: z.enum(PLATFORMS),
  url: z.url({ protocol: /^https?$/ }).check(z.maxLength(2000)),
  displayName: z.optional(z.nullable(line(LIMITS.profileName))),
  isPublic: z._default(z.boolean(), true),
})

const ofLink = z.object({ id })

/** The caller's own, oldest first. */
export const listSocialLinks = endpoint({
  method: 'GET',
  path: '/api/creator/social-links',
  access: 'member',
  response: z.array(socialLink),
})

export const createSocialLink = endpoint({
  method: 'POST',
  path: '/api/creator/social-links',
  access: 'member',
  body: socialLinkInput,
  response: socialLink,
  status: 201,
})

export const updateSocialLink = endpoint({
  method: 'PUT',
  path: '/api/creator/social-links/:id',
  access: 'member',
  params: ofLink,
  body: z.partial(socialLinkInput),
  response: socialLink,
})

export const deleteSocialLink = endpoint({
  method: 'DELETE',
  path: '/api/creator/social-links/:id',
  access: 'member',
  params: ofLink,
  response: z.object({ id }),
})

/** Those that a member shows to everyone. */
export const listUserSocialLinks = endpoint({
  method: 'GET',
  path: '/api/users/:userId/social-links',
  access: 'anyone',
  params: z.object({ userId: id }),
  response: z.array(socialLink),
})
