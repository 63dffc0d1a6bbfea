import * as z from 'zod/mini'
import { LIMITS } from '#shared/constants.ts'
import { endpoint } from '#shared/endpoint.ts'
import { coarseMaxLength, nameLine } from '#shared/fields.ts'
import { currentUser } from './users.ts'

const email = z
  .string()
  .check(coarseMaxLength(LIMITS.email), z.trim(), z.toLowerCase(), z.email(), z.maxLength(LIMITS.email))
const name = z.optional(z.nullable(nameLine('profileName')))

/** The path that sign-in redirects to: on this site, never another host. */
export const returnTo = z.string().check(z.regex(/^\/(?![/\\])[^\\\s]*$/), z.maxLength(500))

export const credentials = z.object({
  email,
  password: z.string().check(z.minLength(1), z.maxLength(LIMITS.password.max)),
})

export const registration = z.object({
  email,
  password: z.string().check(z.minLength(LIMITS.password.min), z.maxLength(LIMITS.password.max)),
  firstName: name,
  lastName: name,
  /** One-time token of the setup link that `npm start` prints; it creates the first super_admin. */
  setupToken: z.optional(z.string().check(z.maxLength(100))),
  /** The token of an invitation; needed where `general.signUp` is `invitation`, and replaces an approval. */
  invitation: z.optional(z.string().check(z.maxLength(100))),
})

/**
 * Creates an account and signs in. Where `general.signUp` is `approval` the account is not active (`isActive`), and
 * nobody is signed in, until an admin approves it. 403 `sign_up_closed`, `invitation_needed`, `invitation_invalid`. 409
 * `email_taken` for an address that has one: unlike a forgotten password or a change of address this call reveals that,
 * so its rate limits how many addresses anyone can test (`docs/decisions/0028`).
 */
export const register = endpoint({
  method: 'POST',
  path: '/api/auth/register',
  access: 'anyone',
  rate: { ofAddress: 'registrations', ofNetwork: 'registrationsOfNetwork' },
  body: registration,
  response: currentUser,
  status: 201,
})

export const signIn = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  access: 'anyone',
  body: credentials,
  response: currentUser,
})

export const getCurrentUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  access: 'member',
  response: currentUser,
})
