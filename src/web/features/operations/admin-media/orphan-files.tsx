import { RotateCw } from '#web/ui/icons/rotate-cw.tsx'
import { Trash2 } from '#web/ui/icons/trash-2.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { StorageReport } from '#shared/operations/admin-media.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { useFileSize } from '#web/lib/format/use-file-size.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useCheckStorage } from './use-media.ts'

/** The number of files that belong to nothing, with buttons that check and delete them before the daily job does. */
export function OrphanFiles({ report: { orphans, checkedAt } }: { report: StorageReport }) {
  const t = useTranslations('adminMedia')
  const fileSize = useFileSize()
  return (
    <Card className="grid gap-3 p-4 md:p-5">
      <h2 className="font-display text-section font-extrabold">{t('orphans')}</h2>
      <p className="max-w-[72ch] text-small text-ink-2">{t('orphansText')}</p>
      <p className="font-semibold">
        {checkedAt !== null &&
          (orphans.files === 0
            ? t('noOrphans')
            : t('foundOrphans', { count: orphans.files, size: fileSize(orphans.bytes) }))}
        <span className="num block text-meta font-normal text-ink-3">
          {checkedAt === null ? t('neverChecked') : t('checkedAt', { when: new Date(checkedAt) })}
        </span>
      </p>
      <Actions hasOrphans={orphans.files > 0} />
    </Card>
  )
}

function Actions({ hasOrphans }: { hasOrphans: boolean }) {
  const t = useTranslations('adminMedia')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const [isConfirming, setIsConfirming] = useState(false)
  const { mutate, isPending, variables } = useCheckStorage({
    onDone: (_queued, clear) => {
      setIsConfirming(false)
      toast({ title: clear ? t('clearStarted') : t('checkStarted') })
    },
    onFailed: (error) => showFailure(error, { title: t('checkFailed'), description: errorText(error) }),
  })
  return (
    <div className="flex flex-wrap gap-3">
      <Button size="sm" pending={isPending && !variables} onClick={() => mutate(false)}>
        <RotateCw aria-hidden /> {t('check')}
      </Button>
      {hasOrphans && (
        <Button size="sm" variant="danger" onClick={() => setIsConfirming(true)}>
          <Trash2 aria-hidden /> {t('clear')}
        </Button>
      )}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t('clearTitle')}
        description={t('clearText')}
        confirm={t('clear')}
        danger={<Trash2 aria-hidden />}
        pending={isPending}
        onConfirm={() => mutate(true)}
      />
    </div>
  )
}
