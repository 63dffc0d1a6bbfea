import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { id, instant, nameLine, webUrl } from '#shared/fields.ts'

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

/** A creator's profile on another site; only its owner sees one that is not public. */
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
  url: webUrl,
  displayName: z.pipe(
    z.nullable(nameLine('profileName')),
    z.transform((name) => name || null),
  ),
  isPublic: z.boolean(),
})

const socialLinkInput = z.extend(z.exactPartial(socialLinkForm, { displayName: true }), {
  isPublic: z._default(socialLinkForm.shape.isPublic, true),
})

/** Absent fields stay unchanged. */
const socialLinkChange = z.exactPartial(socialLinkForm)
export type SocialLinkChange = z.output<typeof socialLinkChange>

const ofLink = z.object({ id })

/** The caller's links, oldest first; not paginated, as there are at most `limits.socialLinks`. */
export const listSocialLinks = endpoint({
  method: 'GET',
  path: '/api/creator/social-links',
  access: 'member',
  response: z.array(socialLink),
})

/** 422 beyond `limits.socialLinks`. */
export const createSocialLink = endpoint({
  method: 'POST',
  path: '/api/creator/social-links',
  access: 'member',
  publishes: true,
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

/** The public links of a user. */
export const listUserSocialLinks = endpoint({
  method: 'GET',
  path: '/api/users/:userId/social-links',
  access: 'anyone',
  params: z.object({ userId: id }),
  response: z.array(socialLink),
})
