import { useTranslations } from 'use-intl/react'
import { useLocation, useSearch } from 'wouter'
import { Tabs } from '#web/ui/tabs.tsx'
import { PaymentList } from './payment-list.tsx'
import { Timeline } from './timeline.tsx'

const PAYMENTS = 'payments'

/** What the current user made, and the payments that they made (`?tab=payments`). */
export function JourneyTabs() {
  const t = useTranslations('journey')
  const [path, navigate] = useLocation()
  const tab = new URLSearchParams(useSearch()).get('tab') === PAYMENTS ? PAYMENTS : 'made'
  return (
    <Tabs
      label={t('sections')}
      value={tab}
      onValueChange={(value) =>
        navigate(value === PAYMENTS ? `${path}?tab=${PAYMENTS}` : path, { replace: true })
      }
      tabs={[
        { value: 'made', label: t('ownContent'), content: <Timeline /> },
        { value: PAYMENTS, label: t('payments'), content: <PaymentList /> },
      ]}
      fill
    />
  )
}
