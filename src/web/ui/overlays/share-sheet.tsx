import { Check, Link2, Share2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from './dialog.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Input } from '#web/ui/forms/input.tsx'

type ShareSheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** Short description of the shared content, sent along with the link. */
  name: string
  /** Absolute URL. */
  address: string
  /** Called after the link was copied, or passed to another program. */
  onShared?: (() => void) | undefined
  /** Choices that change the URL. */
  children?: ReactNode
}

/** Shares a URL: by copying, by the device's share dialog, or by a link to a messenger or network. */
export function ShareSheet({
  open,
  onOpenChange,
  title,
  name,
  address,
  onShared,
  children,
}: ShareSheetProps) {
  const t = useTranslations('share')
  const targets = shareTargets({ name, url: address, sms: t('sms'), email: t('email') })
  const shareByDevice = async () => {
    try {
      await navigator.share({ title: name, url: address })
    } catch {
      // Canceled by the visitor.
      return
    }
    onShared?.()
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} size="narrow">
      <div className="grid gap-5">
        {children}
        <CopyLink address={address} onShared={onShared} />
        {'share' in navigator && (
          <Button onClick={() => void shareByDevice()}>
            <Share2 aria-hidden />
            {t('shareWith')}
          </Button>
        )}
        <div>
          <h3 className="text-small font-[650]">{t('elsewhere')}</h3>
          <ul className="mt-1 flex flex-wrap gap-x-5">
            {targets.map(({ name, href }) => (
              // Captured, so that the click still follows the link.
              <li key={name} onClickCapture={onShared}>
                <ExternalLink href={href} className="text-small text-link">
                  {name}
                </ExternalLink>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Dialog>
  )
}

type CopyState = 'idle' | 'copied' | 'failed'

function CopyLink({ address, onShared }: Pick<ShareSheetProps, 'address' | 'onShared'>) {
  const t = useTranslations('share')
  const field = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<CopyState>('idle')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
    } catch {
      // Forbidden, or not a secure context: the selected link can be copied by hand.
      setState('failed')
      field.current?.select()
      return
    }
    setState('copied')
    onShared?.()
  }
  return (
    <div className="grid gap-3">
      <Field label={t('link')} error={state === 'failed' ? t('copyFailed') : undefined}>
        <Input ref={field} readOnly dir="ltr" value={address} onFocus={(event) => event.target.select()} />
      </Field>
      <Button variant="action" onClick={() => void copy()}>
        {state === 'copied' ? <Check aria-hidden /> : <Link2 aria-hidden />}
        {state === 'copied' ? t('copied') : t('copy')}
      </Button>
      <output className="sr-only">{state === 'copied' && t('copied')}</output>
    </div>
  )
}

type ShareTexts = { name: string; url: string; sms: string; email: string }

/** Messengers and networks; plain links, nothing is loaded from them. */
function shareTargets({ name, url, sms, email }: ShareTexts) {
  const [encodedText, encodedUrl] = [encodeURIComponent(name), encodeURIComponent(url)]
  return [
    { name: 'WhatsApp', href: `https://wa.me/?text=${encodedText}%20${encodedUrl}` },
    { name: 'Telegram', href: `https://t.me/share/url?url=${encodedUrl}&text=${encodedText}` },
    { name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${encodedUrl}` },
    { name: 'X', href: `https://twitter.com/intent/tweet?text=${encodedText}&url=${encodedUrl}` },
    { name: sms, href: `sms:?&body=${encodedText}%20${encodedUrl}` },
    { name: email, href: `mailto:?subject=${encodedText}&body=${encodedUrl}` },
  ]
}
