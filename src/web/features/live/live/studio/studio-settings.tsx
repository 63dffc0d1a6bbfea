import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { BroadcastSessionState } from './broadcast-session.ts'
import { BroadcastSettingsForm } from './broadcast-settings-form.tsx'

type StudioSettingsProps = {
  /** The open devices; null if the broadcast comes from elsewhere. */
  state: Pick<BroadcastSessionState, 'media' | 'microphone'> | null
  /** The encoder's section of the settings. */
  encoder: ReactNode
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The dialog of the settings. */
export function StudioSettings({ state, encoder, open, onOpenChange }: StudioSettingsProps) {
  const t = useTranslations('studio')
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('settings')}
      description={state ? t('settingsText') : undefined}
      footer={
        <Button variant="action" onClick={() => onOpenChange(false)}>
          {t('done')}
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)]">
        {state && <BroadcastSettingsForm media={state.media} microphone={state.microphone} />}
        {encoder}
      </div>
    </Dialog>
  )
}
