import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useUrlTab } from '#web/lib/navigation/use-url-tab.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { AuditTrail } from './audit-trail.tsx'
import { SystemLog } from './system-log.tsx'

/** The operator's log and the audit trail. */
export function LogsPanel() {
  const t = useTranslations('adminLogs')
  const [tab, setTab] = useUrlTab(['system', 'audit'])
  const [isLive, setIsLive] = useState(true)
  const live = { isLive, onLiveChange: setIsLive }
  const tabs = [
    { value: 'system', label: t('systemLog'), content: <SystemLog {...live} /> },
    { value: 'audit', label: t('auditTrail'), content: <AuditTrail {...live} /> },
  ]
  return <Tabs label={t('tabs')} value={tab} onValueChange={setTab} tabs={tabs} fill />
}
