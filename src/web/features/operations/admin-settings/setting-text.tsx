import { useTranslations } from 'use-intl/react'
import type { SettingType } from '#shared/settings/setting.ts'

/** A value as text. */
export function SettingText({ type, value }: { type: SettingType; value: string }) {
  const t = useTranslations('adminSettings')
  if (value === '') return <span className="text-ink-3">{t('emptyValue')}</span>
  if (type === 'boolean' && (value === 'true' || value === 'false'))
    return <span>{value === 'true' ? t('on') : t('off')}</span>
  return (
    <bdi className={`whitespace-pre-wrap ${type === 'json' ? 'font-mono text-[0.93em]' : 'num'}`}>
      {value}
    </bdi>
  )
}
