import { Plus } from '#web/ui/icons/plus.tsx'
import { Radio } from '#web/ui/icons/radio.tsx'
import { useFormatter, useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import type { StreamChoice } from '#shared/live/streams.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type GoLiveDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  streams: readonly StreamChoice[]
}

/** Asks what goes live: a new stream, or one that was made before. */
export function GoLiveDialog({ open, onOpenChange, streams }: GoLiveDialogProps) {
  const t = useTranslations('streams')
  const close = () => onOpenChange(false)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('goLiveTitle')}
      description={t('goLiveText')}
      size="narrow"
      footer={
        <Button asChild variant="action">
          <Link href="/stream/create" onClick={close}>
            <Plus aria-hidden /> {t('newStream')}
          </Link>
        </Button>
      }
    >
      <ul className="-mx-3 grid gap-1">
        {streams.map((stream) => (
          <li key={stream.id}>
            <Choice stream={stream} onChoose={close} />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function Choice({ stream, onChoose }: { stream: StreamChoice; onChoose: () => void }) {
  const t = useTranslations('streams')
  const format = useFormatter()
  const { id, title, createdAt, scheduledFor } = stream
  const when = format.dateTime(new Date(scheduledFor ?? createdAt), 'timestamp')
  return (
    <Link
      href={`/stream/${id}/broadcast`}
      onClick={onChoose}
      className="flex min-h-16 items-center gap-4 rounded-control px-3 py-2 hover:bg-raised"
    >
      <Radio aria-hidden className="size-6 shrink-0 stroke-[1.9] text-live-text" />
      <span className="min-w-0">
        <span className="line-clamp-2 font-bold [overflow-wrap:anywhere]">
          <bdi>{title}</bdi>
        </span>
        <time dateTime={scheduledFor ?? createdAt} className="num text-small text-ink-2">
          {scheduledFor ? t('announcedFor', { when }) : t('createdOn', { when })}
        </time>
      </span>
    </Link>
  )
}
