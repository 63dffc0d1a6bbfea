import { useTranslations } from 'use-intl/react'
import { useErrorText } from '#web/api/use-error-text.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { FileButton } from '#web/ui/forms/file-button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useChangeLogo } from './use-branding.ts'

/** Uploads the logo, which the site shows from then on, or goes back to the product's. */
export function LogoField({ logoUrl }: { logoUrl: string }) {
  const t = useTranslations('adminBranding')
  const errorText = useErrorText()
  const change = useChangeLogo({ onDone: () => toast({ title: t('saved'), description: t('savedText') }) })
  return (
    <div className="grid gap-2">
      <p className="text-small font-[650]">{t('logo')}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Logo src={logoUrl} />
        <FileButton
          size="sm"
          label={t('logoFile')}
          accept="image/png,image/webp,image/jpeg"
          pending={change.isPending}
          onPick={(file) => change.mutate(file)}
        >
          {t('logoUpload')}
        </FileButton>
        {logoUrl !== '' && (
          <Button size="sm" variant="ghost" pending={change.isPending} onClick={() => change.mutate(null)}>
            {t('logoRemove')}
          </Button>
        )}
      </div>
      <p className="text-meta text-ink-3">{t('logoHint')}</p>
      {change.error !== null && <Alert title={t('logoFailed')}>{errorText(change.error)}</Alert>}
    </div>
  )
}
