import { useTranslations } from 'use-intl/react'
import type { SiteSetting } from '#shared/operations/admin-settings.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { SwitchRow } from '#web/ui/forms/switch-row.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useSaveSetting } from './use-settings.ts'

/** The value of a boolean setting as a switch, which stores a change at once; disabled where only super_admins decide. */
export function BooleanSwitch({ setting }: { setting: SiteSetting }) {
  const t = useTranslations('adminSettings')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  const { key, type, description, category, isValid, isLocked, defaultValue } = setting
  const { mutate, isPending, variables } = useSaveSetting({
    onDone: () => toast({ title: t('updated') }),
    onFailed: (error) =>
      showFailure(error, {
        title: t('error'),
        description: isRefused(error) ? errorText(error) : t('updateFailed'),
      }),
  })
  const inEffect = isValid ? setting.value : defaultValue
  const isOn = (isPending ? variables.value : inEffect) === 'true'
  const change = (checked: boolean) => {
    if (!isPending) mutate({ key, value: String(checked), type, description, category })
  }
  return (
    <SwitchRow
      label={
        <>
          <span className="sr-only">{key}</span>
          <span aria-hidden>{isOn ? t('on') : t('off')}</span>
        </>
      }
      hint={isLocked && t('locked')}
      checked={isOn}
      disabled={isLocked}
      onCheckedChange={change}
    />
  )
}

const isRefused = (error: unknown) => error instanceof ApiError && error.status === 403
