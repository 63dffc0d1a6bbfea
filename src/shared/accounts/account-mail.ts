import * as z from 'zod/mini'
import { credentials, registration } from './auth.ts'
import { endpoint } from '#shared/endpoint.ts'
import { currentUser } from './users.ts'

const email = credentials.shape.email
/** The secret of a link in a mail. */
const token = z.string().check(z.minLength(1), z.maxLength(200))

/** Mails a link for a new password. The response does not depend on whether the address has an account. */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot',
  access: 'anyone',
  rate: { ofAddress: 'passwordMailsOfAddress', ofNetwork: 'passwordMailsOfNetwork' },
  body: z.object({ email }),
  response: z.object({ email: z.string() }),
})

/**
 * Sets a new password, ends every session of the account, replaces its stream key, and signs this browser in. 404 for an
 * invalid token.
 */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset',
  access: 'anyone',
  rate: { ofAddress: 'mailLinksOfAddress' },
  body: z.object({ token, password: registration.shape.password }),
  response: currentUser,
})

/** Confirms the address that the token was mailed to, which may be the new one of an account. 404 for an invalid token. */
export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify',
  access: 'anyone',
  rate: { ofAddress: 'mailLinksOfAddress' },
  body: z.object({ token }),
  response: z.object({ email: z.string() }),
})

/** Mails a link to confirm the address of the account, again. Mails nothing if it `isVerified` already. */
export const requestVerification = endpoint({
  method: 'POST',
  path: '/api/auth/verification',
  access: 'member',
  rate: 'verificationMails',
  response: z.object({ email: z.string(), isVerified: z.boolean() }),
})

/**
 * Mails a link to the new address; the account keeps the old one until it is opened. The response does not depend on
 * whether the new address has an account. 403 `wrong_credentials` for a wrong password, 409 without outgoing mail.
 */
export const changeEmail = endpoint({
  method: 'PUT',
  path: '/api/auth/email',
  access: 'member',
  rate: 'emailChanges',
  body: z.object({ email, password: credentials.shape.password }),
  response: z.object({ email: z.string() }),
})

/** The new address of a requested change; null once it is confirmed, cancelled or too old. */
const emailChange = z.object({ email: z.nullable(z.string()) })

export const getEmailChange = endpoint({
  method: 'GET',
  path: '/api/auth/email-change',
  access: 'member',
  response: emailChange,
})

/** Makes the mailed link of a change invalid. Idempotent. */
export const cancelEmailChange = endpoint({
  method: 'DELETE',
  path: '/api/auth/email-change',
  access: 'member',
  response: emailChange,
})
