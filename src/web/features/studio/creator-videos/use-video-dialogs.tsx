import { type ReactNode, useState } from 'react'
import type { Video } from '#shared/videos/videos.ts'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'
import { DeleteVideoDialog } from '#web/features/studio/shared/creator-videos/delete-video-dialog.tsx'

type VideoDialogs = {
  edit: (video: Video) => void
  confirmDeletion: (video: Video) => void
  /** The open dialog. */
  dialogs: ReactNode
}

/**
 * The dialogs of the videos in a list. They belong to the list, not to its rows: an edit is not lost when a turned phone
 * replaces the table by cards, or when a change moves the video out of the filtered list.
 */
export function useVideoDialogs(videos: readonly Video[] | undefined): VideoDialogs {
  const { Component: EditVideo, load } = useLazyComponent(loadEditVideo)
  const [edited, setEdited] = useState<Video | null>(null)
  const [deleted, setDeleted] = useState<Video | null>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const latest = (video: Video) => videos?.find(({ id }) => id === video.id) ?? video
  return {
    edit: (video) => void load().then((isLoaded) => isLoaded && setEdited(video)),
    confirmDeletion: (video) => {
      setDeleted(video)
      setIsConfirming(true)
    },
    dialogs: (
      <>
        {EditVideo && edited && <EditVideo video={latest(edited)} onClose={() => setEdited(null)} />}
        {deleted && <DeleteVideoDialog video={deleted} open={isConfirming} onOpenChange={setIsConfirming} />}
      </>
    ),
  }
}

const loadEditVideo = async () => (await import('./edit/edit-video.tsx')).EditVideo
