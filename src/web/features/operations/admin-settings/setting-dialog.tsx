import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { SiteSetting } from '#shared/operations/admin-settings.ts'
import type { SettingCategory } from '#shared/settings/setting.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { KeyField, CustomFields, ValueField } from './setting-fields.tsx'
import { SettingText } from './setting-text.tsx'
import { type SettingForm, useAddForm, useEditForm } from './use-setting-form.ts'

type AddSettingDialogProps = {
  /** Their keys cannot be used again. */
  existing: readonly SiteSetting[]
  category: SettingCategory | null
  onClose: () => void
}

/** Adds a custom setting, initially in the category. */
export function AddSettingDialog({ existing, category, onClose }: AddSettingDialogProps) {
  const t = useTranslations('adminSettings')
  const setting = useAddForm({ existing, category, onDone: onClose })
  return (
    <SettingDialog title={t('add')} text={t('addText')} submit={t('add')} setting={setting} onClose={onClose}>
      <KeyField form={setting.form} />
      <CustomFields form={setting.form} />
    </SettingDialog>
  )
}

/** Edits the value of a known setting, or all fields of a custom one except for its key. */
export function EditSettingDialog({ setting, onClose }: { setting: SiteSetting; onClose: () => void }) {
  const t = useTranslations('adminSettings')
  const edited = useEditForm(setting, { onDone: onClose })
  const { key, type, isKnown, description, defaultValue } = setting
  return (
    <SettingDialog
      title={<bdi className="font-mono text-body [overflow-wrap:anywhere]">{key}</bdi>}
      text={isKnown ? description : null}
      submit={t('save')}
      setting={edited}
      onClose={onClose}
    >
      {isKnown ? (
        <ValueField
          form={edited.form}
          options={setting.options}
          maxWords={setting.maxWords}
          hint={
            defaultValue !== null &&
            t.rich('default', { value: () => <SettingText type={type} value={defaultValue} /> })
          }
        />
      ) : (
        <CustomFields form={edited.form} />
      )}
    </SettingDialog>
  )
}

type SettingDialogProps = {
  title: ReactNode
  text: string | null
  /** Text of the button. */
  submit: string
  setting: SettingForm
  onClose: () => void
  children: ReactNode
}

function SettingDialog({ title, text, submit, setting, onClose, children }: SettingDialogProps) {
  const t = useTranslations('adminSettings')
  const errorText = useErrorText()
  return (
    <FormDialog
      title={title}
      description={text}
      submit={submit}
      pendingText={t('saving')}
      isPending={setting.isPending}
      canSubmit={setting.canSubmit}
      onSubmit={setting.submit}
      onClose={onClose}
    >
      {children}
      {setting.failure !== null && <Alert title={setting.failedText}>{errorText(setting.failure)}</Alert>}
    </FormDialog>
  )
}
