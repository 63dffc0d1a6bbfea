import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from '#web/ui/icons/trash-2.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { deleteCaptions, setCaptions } from '#shared/videos/creator-videos.ts'
import { BIO_LANGUAGES } from '#shared/accounts/heritage.ts'
import type { Video } from '#shared/videos/videos.ts'
import { call } from '#web/api/call.ts'
import { CREATOR_VIDEOS_KEY } from '#web/features/studio/shared/creator-videos/creator-videos-key.ts'
import { useLanguageName } from '#web/i18n/language-name.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { usePendingAction } from '#web/lib/hooks/use-pending-action.ts'
import { startUpload } from '#web/features/media/shared/uploads/upload.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { Select } from '#web/ui/forms/input.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

/** The captions of a video, one WebVTT file per language; each change takes effect at once. */
export function Captions({ video: { id, captions: initial } }: { video: Video }) {
  const t = useTranslations('videoEdit')
  const languageName = useLanguageName()
  const client = useQueryClient()
  const [captions, setShown] = useState(initial)
  const onChanged = (changed: Video) => {
    setShown(changed.captions)
    void client.invalidateQueries({ queryKey: CREATOR_VIDEOS_KEY })
    void client.invalidateQueries({ queryKey: ['videos', id] })
  }
  return (
    <section
      aria-label={t('captions')}
      className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line pt-5"
    >
      <h3>{t('captions')}</h3>
      <p className="text-small text-ink-2">{t('captionsText')}</p>
      {captions.length > 0 && (
        <ul className="divide-y divide-line rounded-control border border-line">
          {captions.map(({ language }) => (
            <li key={language} className="flex items-center justify-between gap-2 ps-3.5">
              <bdi>{languageName(language)}</bdi>
              <DeleteCaptions videoId={id} language={language} onDeleted={onChanged} />
            </li>
          ))}
        </ul>
      )}
      <AddCaptions videoId={id} onAdded={onChanged} />
    </section>
  )
}

type AddProps = { videoId: string; onAdded: (video: Video) => void }

function AddCaptions({ videoId, onAdded }: AddProps) {
  const t = useTranslations('videoEdit')
  const languageName = useLanguageName()
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const [language, setLanguage] = useState<string>(BIO_LANGUAGES[0])
  const [isAdding, setIsAdding] = useState(false)
  const add = async (file: File) => {
    setIsAdding(true)
    try {
      const { url } = await startUpload(file, { purpose: 'captions' }).done
      onAdded(await call(setCaptions, { params: { id: videoId, lang: language }, body: { url } }))
      toast({ title: t('captionsSaved', { language: languageName(language) }) })
    } catch (error) {
      showFailure(error, { title: t('captionsFailed'), description: errorText(error) })
    } finally {
      setIsAdding(false)
    }
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label={t('language')} className="min-w-[180px] flex-1">
        <Select value={language} onChange={({ currentTarget }) => setLanguage(currentTarget.value)}>
          {BIO_LANGUAGES.map((code) => (
            <option key={code} value={code}>
              {languageName(code)}
            </option>
          ))}
        </Select>
      </Field>
      <FileButton
        label={t('captionsFile')}
        accept=".vtt,.srt,text/vtt,application/x-subrip"
        pending={isAdding}
        onPick={(file) => void add(file)}
      >
        {t('addCaptions')}
      </FileButton>
    </div>
  )
}

type DeleteProps = { videoId: string; language: string; onDeleted: (video: Video) => void }

function DeleteCaptions({ videoId, language, onDeleted }: DeleteProps) {
  const t = useTranslations('videoEdit')
  const languageName = useLanguageName()
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const { run } = usePendingAction(
    async () => onDeleted(await call(deleteCaptions, { params: { id: videoId, lang: language } })),
    (error) => showFailure(error, { title: t('captionsFailed'), description: errorText(error) }),
  )
  return (
    <IconButton label={t('deleteCaptions', { language: languageName(language) })} onClick={run}>
      <Trash2 aria-hidden />
    </IconButton>
  )
}
