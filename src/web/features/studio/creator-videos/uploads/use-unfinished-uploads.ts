import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { type UnfinishedUpload, listUploads } from '#shared/media/uploads.ts'
import { call } from '#web/api/call.ts'
import { deleteUpload } from '#web/features/media/shared/uploads/delete-upload.ts'
import { UNFINISHED_KEY } from './unfinished-key.ts'
import { videoUploads } from './video-uploads.ts'

/** The user's video uploads that were interrupted by a reload or in another session, without those of this page. */
export function useUnfinishedUploads() {
  const client = useQueryClient()
  const { uploads } = useSyncExternalStore(videoUploads.subscribe, videoUploads.get)
  const { data = [] } = useQuery({
    queryKey: UNFINISHED_KEY,
    queryFn: () => call(listUploads, {}),
    staleTime: 0,
    refetchOnMount: 'always',
  })
  const isOwn = ({ id, fingerprint }: UnfinishedUpload) =>
    uploads.some((own) =>
      fingerprint === null
        ? 'uploadId' in own.file && own.file.uploadId === id
        : own.fingerprint === fingerprint,
    )
  return {
    unfinished: data.filter((upload) => upload.purpose === 'video' && !isOwn(upload)),
    /** Deletes the bytes on the server; rejects if they may still be there. */
    discard: async ({ id }: UnfinishedUpload) => {
      await deleteUpload(id)
      await client.invalidateQueries({ queryKey: UNFINISHED_KEY })
    },
  }
}
