/** Where signing in starts; afterwards the member comes back to `returnTo`. A browser navigation, not a route. */
export function signInAddress(returnTo: string): string {
  return returnTo === '/' ? '/api/login' : `/api/login?returnTo=${encodeURIComponent(returnTo)}`
}
