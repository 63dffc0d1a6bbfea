import { type ComponentProps, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { BroadcastState } from './broadcast-session.ts'
import { BroadcastSettingsForm } from './broadcast-settings-form.tsx'

type StudioSettingsProps = {
  state: Pick<BroadcastState, 'media' | 'microphone'>
  trigger: ComponentProps<typeof IconButton>
}

/** The broadcast's settings behind their button; open from the start, since a press fetched them. */
export function StudioSettings({ state, trigger }: StudioSettingsProps) {
  const t = useTranslations('studio')
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      <IconButton {...trigger} onClick={() => setIsOpen(true)} />
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={t('settings')}
        description={t('settingsText')}
        footer={
          <Button variant="action" onClick={() => setIsOpen(false)}>
            {t('done')}
          </Button>
        }
      >
        <BroadcastSettingsForm media={state.media} microphone={state.microphone} />
      </Dialog>
    </>
  )
}
