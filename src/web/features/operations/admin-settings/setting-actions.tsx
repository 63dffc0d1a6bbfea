import { RotateCcw } from '#web/ui/icons/rotate-ccw.tsx'
import { Trash2 } from '#web/ui/icons/trash-2.tsx'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { SiteSetting } from '#shared/operations/admin-settings.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { EditSettingDialog } from './setting-dialog.tsx'
import { SettingText } from './setting-text.tsx'
import { useDeleteSetting } from './use-settings.ts'

/**
 * The actions on a setting: edit; reset, if it is a known one with a stored value; delete, if it is a custom one. A
 * known boolean has its switch instead of a dialog, and a locked setting no action.
 */
export function SettingActions({ setting }: { setting: SiteSetting }) {
  const t = useTranslations('adminSettings')
  const [isEditing, setIsEditing] = useState(false)
  const { key, type, isKnown, isDefault, isLocked } = setting
  if (isLocked) return null
  const hasDialog = !(isKnown && type === 'boolean')
  return (
    <div className="flex flex-wrap items-center gap-2.5 empty:hidden md:justify-end">
      {hasDialog && (
        <Button size="sm" aria-label={t('editNamed', { key })} onClick={() => setIsEditing(true)}>
          {t('edit')}
        </Button>
      )}
      {isKnown ? !isDefault && <Reset setting={setting} /> : <Delete setting={setting} />}
      {isEditing && <EditSettingDialog setting={setting} onClose={() => setIsEditing(false)} />}
    </div>
  )
}

function Reset({ setting }: { setting: SiteSetting }) {
  const t = useTranslations('adminSettings')
  const { key, type, defaultValue } = setting
  return (
    <ConfirmedDeletion
      setting={setting}
      label={t('resetNamed', { key })}
      button={t('reset')}
      title={t('resetTitle', { key })}
      text={t.rich('resetText', { value: () => <SettingText type={type} value={defaultValue ?? ''} /> })}
      icon={<RotateCcw aria-hidden />}
      done={t('updated')}
      failed={t('updateFailed')}
    />
  )
}

function Delete({ setting }: { setting: SiteSetting }) {
  const t = useTranslations('adminSettings')
  const { key } = setting
  return (
    <ConfirmedDeletion
      setting={setting}
      label={t('deleteNamed', { key })}
      button={t('delete')}
      title={t('deleteTitle', { key })}
      text={t('deleteText')}
      icon={<Trash2 aria-hidden />}
      done={t('deleted')}
      failed={t('deleteFailed')}
    />
  )
}

type ConfirmedDeletionProps = {
  setting: SiteSetting
  label: string
  button: string
  title: string
  text: ReactNode
  icon: ReactNode
  done: string
  failed: string
}

function ConfirmedDeletion({
  setting,
  label,
  button,
  title,
  text,
  icon,
  done,
  failed,
}: ConfirmedDeletionProps) {
  const t = useTranslations('adminSettings')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const [isConfirming, setIsConfirming] = useState(false)
  const { mutate, isPending, error, reset } = useDeleteSetting(setting.key, {
    onDone: () => {
      setIsConfirming(false)
      toast({ title: done })
    },
    onFailed: (failure) => showFailure(failure, { title: t('error'), description: failed }),
  })
  const setOpen = (open: boolean) => {
    reset()
    setIsConfirming(open)
  }
  return (
    <>
      <Button size="sm" variant="ghost" aria-label={label} onClick={() => setOpen(true)}>
        {button}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setOpen}
        title={title}
        description={text}
        confirm={button}
        danger={icon}
        pending={isPending}
        onConfirm={() => mutate()}
      >
        {error !== null && <Alert title={failed}>{errorText(error)}</Alert>}
      </ConfirmDialog>
    </>
  )
}
