/** Where a visitor opens an account: sign-in on its 'Create Account' tab. */
export const SIGN_UP_ADDRESS = '/api/login?tab=create'

/** Where signing in starts; afterwards the member comes back to `returnTo`. A browser navigation, not a route. */
export function signInAddress(returnTo: string): string {
  return returnTo === '/' ? '/api/login' : `/api/login?returnTo=${encodeURIComponent(returnTo)}`
}
