import { useMutation, useQuery } from '@tanstack/react-query'
import {
  createSocialLink,
  deleteSocialLink,
  listSocialLinks,
  type SocialLink,
  type SocialLinkChange,
  updateSocialLink,
} from '#shared/social-links.ts'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'

const KEY = ['social-links', 'own']
type Told = { onDone: () => void; onFailed: (error: unknown) => void }
/** Everything that the form asks for. */
export type LinkInput = Required<SocialLinkChange>

/** One's own links, oldest first. */
export function useLinks() {
  return useQuery({ queryKey: KEY, queryFn: () => call(listSocialLinks, {}), refetchOnMount: 'always' })
}

export function useAddLink({ onDone, onFailed }: Told) {
  return useMutation({
    mutationFn: (input: LinkInput) => call(createSocialLink, { body: input }),
    onSuccess: (added) => {
      change((links) => [...links, added])
      onDone()
    },
    onError: onFailed,
  })
}

export function useUpdateLink(id: string, { onDone, onFailed }: Told) {
  return useMutation({
    mutationFn: (input: LinkInput) => call(updateSocialLink, { params: { id }, body: input }),
    onSuccess: (updated) => {
      change((links) => links.map((link) => (link.id === id ? updated : link)))
      onDone()
    },
    onError: onFailed,
  })
}

export function useDeleteLink(id: string, { onDone, onFailed }: Told) {
  return useMutation({
    mutationFn: () => call(deleteSocialLink, { params: { id } }),
    onSuccess: () => {
      change((links) => links.filter((link) => link.id !== id))
      onDone()
    },
    onError: onFailed,
  })
}

function change(to: (links: SocialLink[]) => SocialLink[]): void {
  queryClient.setQueryData<SocialLink[]>(KEY, (links) => links && to(links))
}
