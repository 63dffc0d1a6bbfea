import { useTranslations } from 'use-intl/react'
import { useUnfinishedUploads } from '#web/features/studio/creator-videos/uploads/use-unfinished-uploads.ts'
import { Card } from '#web/ui/card.tsx'
import { UnfinishedRow } from './unfinished-row.tsx'
import { useFocusAfterDiscard } from './use-focus-after-discard.ts'

/** Uploads that a reload or another session interrupted. */
export function UnfinishedList({ userId }: { userId: string }) {
  const t = useTranslations('videoUpload')
  const { unfinished, discard } = useUnfinishedUploads()
  const { list, setDiscarded } = useFocusAfterDiscard(unfinished)
  if (unfinished.length === 0) return null
  return (
    <Card className="grid gap-3 p-4 md:p-5">
      <h2>{t('unfinished')}</h2>
      <ul ref={list} className="grid gap-4">
        {unfinished.map((upload) => (
          <UnfinishedRow
            key={upload.id}
            upload={upload}
            userId={userId}
            onDiscard={() => {
              setDiscarded(upload.id)
              return discard(upload)
            }}
          />
        ))}
      </ul>
    </Card>
  )
}
