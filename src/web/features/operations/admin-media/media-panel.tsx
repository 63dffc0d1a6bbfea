import { useTranslations } from 'use-intl/react'
import { useUrlTab } from '#web/lib/navigation/use-url-tab.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { MediaLibrary } from './media-library.tsx'
import { StorageReport } from './storage-report.tsx'

/** All stored media, and how much is stored. */
export function MediaPanel() {
  const t = useTranslations('adminMedia')
  const [tab, setTab] = useUrlTab(['library', 'storage'])
  const tabs = [
    { value: 'library', label: t('library'), content: <MediaLibrary /> },
    { value: 'storage', label: t('storage'), content: <StorageReport /> },
  ]
  return <Tabs label={t('tabs')} value={tab} onValueChange={setTab} tabs={tabs} fill />
}
