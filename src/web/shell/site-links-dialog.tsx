import { useTranslations } from 'use-intl/react'
import { useSite } from '#web/api/site.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { Copyright, NetworkLinks, PageLinks } from './site-links.tsx'

type SiteLinksDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Visitors have no menu with the theme. */
  hasTheme?: boolean
  /** Called on closing: returns where the focus goes. */
  findReturnFocus?: () => HTMLElement | null
}

/** The links of the footer, for pages that have none or a short one. */
export function SiteLinksDialog({ hasTheme = false, ...dialog }: SiteLinksDialogProps) {
  const t = useTranslations('shell')
  const { 'general.siteName': site } = useSite()
  return (
    <Dialog {...dialog} title={t('aboutSite', { site })} size="narrow">
      <div className="grid gap-5">
        <PageLinks onOpen={() => dialog.onOpenChange(false)} />
        <NetworkLinks />
        {hasTheme && <ThemeToggle className="justify-self-start md:hidden" />}
        <p className="border-t border-line pt-4 text-meta text-ink-3">
          <Copyright />
        </p>
      </div>
    </Dialog>
  )
}
