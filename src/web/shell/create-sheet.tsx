import { PencilLine } from '#web/ui/icons/pencil-line.tsx'
import { Radio } from '#web/ui/icons/radio.tsx'
import { Upload } from '#web/ui/icons/upload.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { useLocation } from 'wouter'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type CreateSheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onShareStory: () => void
  onGoLive: () => void
}

/** A dialog to choose what to create. */
export function CreateSheet({ open, onOpenChange, onShareStory, onGoLive }: CreateSheetProps) {
  const t = useTranslations('memberShell')
  const [, navigate] = useLocation()
  const choose = (action: () => void) => () => {
    onOpenChange(false)
    action()
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('createTitle')} size="narrow">
      <div className="grid gap-1">
        <Choice
          icon={<PencilLine aria-hidden />}
          name={t('sharePost')}
          hint={t('sharePostHint')}
          onChoose={choose(onShareStory)}
        />
        <Choice
          icon={<Radio aria-hidden className="text-live-text" />}
          name={t('goLive')}
          hint={t('goLiveHint')}
          onChoose={choose(onGoLive)}
        />
        <Choice
          icon={<Upload aria-hidden />}
          name={t('uploadVideo')}
          hint={t('uploadVideoHint')}
          onChoose={choose(() => navigate('/creator/videos/upload'))}
        />
      </div>
    </Dialog>
  )
}

type ChoiceProps = { icon: ReactNode; name: string; hint: string; onChoose: () => void }

function Choice({ icon, name, hint, onChoose }: ChoiceProps) {
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex min-h-16 items-center gap-4 rounded-control px-3 py-2 text-start hover:bg-raised [&_svg]:size-6 [&_svg]:shrink-0 [&_svg]:stroke-[1.9]"
    >
      {icon}
      <span>
        <span className="block font-bold">{name}</span>
        <span className="text-small text-ink-2">{hint}</span>
      </span>
    </button>
  )
}
