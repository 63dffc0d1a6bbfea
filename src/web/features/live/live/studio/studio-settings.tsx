import { type ComponentProps, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { BroadcastSessionState } from './broadcast-session.ts'
import { BroadcastSettingsForm } from './broadcast-settings-form.tsx'

type StudioSettingsProps = {
  /** The open devices; null if the broadcast comes from elsewhere. */
  state: Pick<BroadcastSessionState, 'media' | 'microphone'> | null
  /** The encoder's section of the settings. */
  encoder: ReactNode
  trigger: ComponentProps<typeof IconButton>
}

/** The button and dialog of the settings; open at first, as a click on the button loads this code. */
export function StudioSettings({ state, encoder, trigger }: StudioSettingsProps) {
  const t = useTranslations('studio')
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      <IconButton {...trigger} onClick={() => setIsOpen(true)} />
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={t('settings')}
        description={state ? t('settingsText') : undefined}
        footer={
          <Button variant="action" onClick={() => setIsOpen(false)}>
            {t('done')}
          </Button>
        }
      >
        <div className="grid grid-cols-[minmax(0,1fr)]">
          {state && <BroadcastSettingsForm media={state.media} microphone={state.microphone} />}
          {encoder}
        </div>
      </Dialog>
    </>
  )
}
