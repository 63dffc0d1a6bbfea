import { useTranslations } from 'use-intl/react'
import { useCurrentLocation } from '#web/lib/navigation/use-location.ts'
import { signInUrl } from '#web/api/sign-in-url.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import type { Tipping } from './use-tipping.ts'

/** For visitors. */
export function SignInPrompt() {
  const t = useTranslations('tipDialog')
  const { path, search } = useCurrentLocation()
  return (
    <div className="grid justify-items-center gap-4 py-6 text-center">
      <p className="text-body font-semibold">{t('signInToTip')}</p>
      <Button asChild variant="action">
        <a href={signInUrl(path + search)}>{t('signIn')}</a>
      </Button>
    </div>
  )
}

/** Until it is known whether the creator can be tipped. */
export function LoadingForm() {
  return (
    <SkeletonGroup className="grid gap-4">
      <div className="grid grid-cols-2 gap-2.5" aria-hidden>
        {[0, 1, 2, 3].map((preset) => (
          <Skeleton key={preset} className="h-[76px]" />
        ))}
      </div>
      <Skeleton className="h-12" />
      <Skeleton className="h-[84px]" />
    </SkeletonGroup>
  )
}

type Reason = NonNullable<Tipping['reason']>

/** Why the creator cannot be tipped. */
export function Refused({ reason, creator }: { reason: Reason; creator: string }) {
  const { title, text } = useReasonTexts(reason, creator)
  return (
    <div className="grid gap-1.5 py-4">
      <p className="text-body font-semibold">{title}</p>
      <p className="text-ink-2">{text}</p>
    </div>
  )
}

function useReasonTexts(reason: Reason, name: string): { title: string; text: string } {
  const t = useTranslations('tipDialog')
  switch (reason) {
    case 'no_payout':
      return { title: t('cannotReceive', { name }), text: t('noPayout') }
    case 'country':
      return { title: t('cannotReceive', { name }), text: t('country', { name }) }
    case 'payments_off':
      return { title: t('paymentsOff'), text: t('paymentsOffText') }
    case 'own':
      return { title: t('own'), text: t('ownText') }
    case 'blocked':
      return { title: t('cannotTip', { name }), text: t('blocked') }
    default:
      return reason satisfies never
  }
}
