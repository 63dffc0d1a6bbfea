import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type CreatorEmoji, addEmoji, deleteEmoji, listOwnEmoji } from '#shared/live/creator-emoji.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { type RunningUpload, startUpload } from '#web/features/media/shared/uploads/upload.ts'

const KEY = ['emoji', 'own']

/** The current user's emoji, oldest first. */
export function useOwnEmoji() {
  return useQuery({ queryKey: KEY, queryFn: () => call(listOwnEmoji, {}), refetchOnMount: 'always' })
}

/** Uploads the picture and adds the emoji; leaving the page cancels the upload. */
export function useAddEmoji() {
  const running = useRef<RunningUpload | null>(null)
  const uploaded = useRef<{ file: File; url: string } | null>(null)
  useEffect(() => () => void running.current?.cancel(), [])
  const upload = async (file: File): Promise<string> => {
    // A name that was refused is changed, but the picture has arrived.
    if (uploaded.current?.file === file) return uploaded.current.url
    running.current = startUpload(file, { purpose: 'emoji' })
    const { url } = await running.current.done
    uploaded.current = { file, url }
    return url
  }
  return useMutation({
    mutationFn: async ({ file, name }: { file: File; name: string }) =>
      call(addEmoji, { body: { name, url: await upload(file) } }),
    onSuccess: (added) => updateCache((emoji) => [...emoji, added]),
    onError: (error) => {
      const isNameRefused = error instanceof ApiError && error.fields.some(({ path }) => path === 'name')
      if (!isNameRefused) uploaded.current = null
    },
  })
}

/** Sends the deletion; `forgetEmoji` then removes it from the list. */
export const sendDeletion = ({ id }: CreatorEmoji) => call(deleteEmoji, { params: { id } })

export function forgetEmoji({ id }: CreatorEmoji): void {
  updateCache((emoji) => emoji.filter((each) => each.id !== id))
}

function updateCache(update: (emoji: CreatorEmoji[]) => CreatorEmoji[]): void {
  queryClient.setQueryData<CreatorEmoji[]>(KEY, (emoji) => emoji && update(emoji))
}
