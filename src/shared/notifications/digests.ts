import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'

/** Ends the digests of a user: the one-click request of mail programs (RFC 8058). 404 for a wrong token. */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/auth/unsubscribe',
  access: 'anyone',
  rate: { ofAddress: 'mailLinksOfAddress' },
  query: z.object({ token: z.string().check(z.maxLength(200)) }),
  response: z.object({ digest: z.literal('off') }),
})
