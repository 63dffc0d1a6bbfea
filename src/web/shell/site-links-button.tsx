import { Menu } from '#web/ui/icons/menu.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useSite } from '#web/api/site.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useLazyComponent } from '#web/ui/overlays/use-lazy-component.ts'

/** Opens the links of the footer, for visitors on pages without one; its dialog is loaded when it is first opened. */
export function SiteLinksButton() {
  const t = useTranslations('shell')
  const { 'general.siteName': site } = useSite()
  const { Component: SiteLinksDialog, isLoading, load } = useLazyComponent(loadSiteLinks)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton
        label={t('aboutSite', { site })}
        aria-haspopup="dialog"
        aria-busy={isLoading}
        onClick={() => void load().then(setIsOpen)}
      >
        <Menu aria-hidden />
      </IconButton>
      {SiteLinksDialog && <SiteLinksDialog hasTheme open={isOpen} onOpenChange={setIsOpen} />}
    </>
  )
}

const loadSiteLinks = async () => (await import('./site-links-dialog.tsx')).SiteLinksDialog
