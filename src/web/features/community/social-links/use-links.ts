import { useMutation, useQuery } from '@tanstack/react-query'
import {
  createSocialLink,
  deleteSocialLink,
  listSocialLinks,
  type SocialLink,
  type SocialLinkChange,
  updateSocialLink,
} from '#shared/community/social-links.ts'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'

const KEY = ['social-links', 'own']
type Callbacks = { onDone: () => void; onFailed: (error: unknown) => void }
/** All fields of the form. */
export type LinkInput = Required<SocialLinkChange>

/** The current user's links, oldest first. */
export function useLinks() {
  return useQuery({ queryKey: KEY, queryFn: () => call(listSocialLinks, {}), refetchOnMount: 'always' })
}

export function useAddLink({ onDone, onFailed }: Callbacks) {
  return useMutation({
    mutationFn: (input: LinkInput) => call(createSocialLink, { body: input }),
    onSuccess: (added) => {
      updateCache((links) => [...links, added])
      onDone()
    },
    onError: onFailed,
  })
}

export function useUpdateLink(id: string, { onDone, onFailed }: Callbacks) {
  return useMutation({
    mutationFn: (input: LinkInput) => call(updateSocialLink, { params: { id }, body: input }),
    onSuccess: (updated) => {
      updateCache((links) => links.map((link) => (link.id === id ? updated : link)))
      onDone()
    },
    onError: onFailed,
  })
}

export function useDeleteLink(id: string, { onDone, onFailed }: Callbacks) {
  return useMutation({
    mutationFn: () => call(deleteSocialLink, { params: { id } }),
    onSuccess: () => {
      updateCache((links) => links.filter((link) => link.id !== id))
      onDone()
    },
    onError: onFailed,
  })
}

function updateCache(update: (links: SocialLink[]) => SocialLink[]): void {
  queryClient.setQueryData<SocialLink[]>(KEY, (links) => links && update(links))
}
