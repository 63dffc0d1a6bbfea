import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, instant, line, webAddress } from './fields.ts'

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

/** A way to a creator elsewhere; one that is not public is its owner's alone to see. */
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

/** Every field of the form. */
export const socialLinkForm = z.object({
  platform: z.enum(PLATFORMS),
  /** Only http(s): a `javascript:` address is refused. */
  url: webAddress,
  displayName: z.pipe(
    z.nullable(line('profileName')),
    z.transform((name) => name || null),
  ),
  isPublic: z.boolean(),
})

const socialLinkInput = z.extend(z.exactPartial(socialLinkForm, { displayName: true }), {
  isPublic: z._default(socialLinkForm.shape.isPublic, true),
})

/** What is left out stays as it is. */
const socialLinkChange = z.exactPartial(socialLinkForm)
export type SocialLinkChange = z.output<typeof socialLinkChange>

const ofLink = z.object({ id })

/** The caller's own, oldest first: never more than `limits.socialLinks`, so without pages. */
export const listSocialLinks = endpoint({
  method: 'GET',
  path: '/api/creator/social-links',
  access: 'member',
  response: z.array(socialLink),
})

/** 422 when there are as many as there may be. */
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
  body: socialLinkChange,
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
