/** URL of the sign-in page with its 'Create Account' tab open. */
export const SIGN_UP_URL = '/api/login?tab=create'

/** Returns the URL that starts sign-in and then redirects to `returnTo`. A server route, not one of the router's. */
export function signInUrl(returnTo: string): string {
  return returnTo === '/' ? '/api/login' : `/api/login?returnTo=${encodeURIComponent(returnTo)}`
}
