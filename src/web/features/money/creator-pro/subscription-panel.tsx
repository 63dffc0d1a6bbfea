import { useTranslations } from 'use-intl/react'
import type { CreatorPro } from '#shared/money/creator-pro.ts'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Card } from '#web/ui/card.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { CheckoutDialog } from './checkout-dialog.tsx'
import { Price } from './price.tsx'
import { SubscriptionActions } from './subscription-actions.tsx'
import { SubscriptionStatus } from './subscription-status.tsx'
import { useCheckout } from './use-checkout.ts'
import { useCreatorPro } from './use-creator-pro.ts'

/** The user's subscription, or what is offered, with what can be done about it. */
export function SubscriptionPanel() {
  const t = useTranslations('creatorPro')
  const query = useCreatorPro()
  const { data: state, error } = query
  if (!state) return error ? <LoadFailed title={t('loadFailed')} query={query} /> : <SkeletonRows />
  return <Panel state={state} />
}

function Panel({ state }: { state: CreatorPro }) {
  const checkout = useCheckout()
  return (
    <Card className="grid gap-4 p-5 md:p-6">
      <Price state={state} />
      <SubscriptionStatus state={state} />
      <SubscriptionActions state={state} checkout={checkout} />
      {checkout.open && <CheckoutDialog open={checkout.open} checkout={checkout} />}
    </Card>
  )
}
