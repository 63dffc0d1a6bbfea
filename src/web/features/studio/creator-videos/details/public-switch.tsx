import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { SwitchRow } from '#web/ui/forms/switch-row.tsx'
import type { VideoForm } from './video-values.ts'

/** Whether everyone may see the published video. */
export function PublicSwitch({ form }: { form: VideoForm }) {
  const t = useTranslations('videoDetails')
  const isPublic = useWatch({ control: form.control, name: 'isPublic' })
  return (
    <SwitchRow
      label={t('public')}
      hint={t('publicHint')}
      checked={isPublic}
      onCheckedChange={(value) => form.setValue('isPublic', value, { shouldDirty: true })}
    />
  )
}
