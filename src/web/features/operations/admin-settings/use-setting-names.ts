import { useTranslations } from 'use-intl/react'
import type { SettingCategory, SettingType } from '#shared/settings/setting.ts'

/** Returns a function that names a category. */
export function useCategoryName(): (category: SettingCategory) => string {
  const t = useTranslations('adminSettings')
  const names = {
    general: t('general'),
    streaming: t('streaming'),
    social: t('social'),
    payments: t('payments'),
  }
  return (category) => names[category]
}

/** Returns a function that names a type. */
export function useTypeName(): (type: SettingType) => string {
  const t = useTranslations('adminSettings')
  const names = { string: t('string'), boolean: t('boolean'), number: t('number'), json: t('json') }
  return (type) => names[type]
}
