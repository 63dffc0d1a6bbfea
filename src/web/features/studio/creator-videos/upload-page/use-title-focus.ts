import { useEffect, useRef } from 'react'
import type { VideoForm } from '#web/features/studio/creator-videos/details/video-values.ts'
import { focusHeading } from '#web/lib/navigation/focus-heading.ts'

/**
 * The button that began, continued or removed the upload of this page disappears with the focus. It moves to the
 * field that is filled in next, the title; without an upload to the heading. A new page has the focus on its heading already.
 */
export function useTitleFocus(form: VideoForm, uploadId: string | undefined): void {
  const shownId = useRef(uploadId)
  useEffect(() => {
    if (shownId.current === uploadId) return
    shownId.current = uploadId
    if (document.activeElement !== document.body) return
    if (uploadId === undefined) focusHeading()
    else form.setFocus('title')
  }, [form, uploadId])
}
