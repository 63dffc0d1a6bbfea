import { useTranslations } from 'use-intl/react'
import { useDataSaver } from '#web/lib/storage/data-saver.ts'
import { SwitchRow } from '#web/ui/forms/switch-row.tsx'
import { Section } from './section.tsx'

/** The data saver of this device. */
export function DataSaverSection() {
  const t = useTranslations('preferences')
  const { isOn, isRequested, setSaver } = useDataSaver()
  return (
    <Section title={t('dataSaver')} text={t('dataSaverText')}>
      <SwitchRow
        label={t('dataSaverLabel')}
        hint={isRequested ? t('dataSaverAsked') : t('dataSaverHint')}
        checked={isOn}
        onCheckedChange={setSaver}
      />
    </Section>
  )
}
