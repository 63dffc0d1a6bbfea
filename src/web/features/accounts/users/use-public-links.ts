import { useQuery } from '@tanstack/react-query'
import { listUserSocialLinks } from '#shared/community/social-links.ts'
import { call } from '#web/api/call.ts'

/** A user's public links to other sites, oldest first. */
export const usePublicLinks = (userId: string) =>
  useQuery({
    queryKey: ['social-links', userId],
    queryFn: () => call(listUserSocialLinks, { params: { userId } }),
    // Header and list of one page share a response.
    staleTime: 10_000,
  })
