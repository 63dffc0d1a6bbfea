import { Check } from '#web/ui/icons/check.tsx'
import { Code } from '#web/ui/icons/code.tsx'
import { Link2 } from '#web/ui/icons/link-2.tsx'
import { Share2 } from '#web/ui/icons/share-2.tsx'
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
  /** HTML that shows the content on another site; undefined for content that not everyone may see. */
  embedHtml?: string | undefined
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
  embedHtml,
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
        <CopyField
          label={t('link')}
          text={address}
          icon={<Link2 aria-hidden />}
          action={t('copy')}
          onCopied={onShared}
          isMain
        />
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
        {embedHtml !== undefined && (
          <CopyField
            label={t('embed')}
            text={embedHtml}
            icon={<Code aria-hidden />}
            action={t('copyEmbed')}
            onCopied={onShared}
          />
        )}
      </div>
    </Dialog>
  )
}

type CopyState = 'idle' | 'copied' | 'failed'

type CopyFieldProps = {
  label: string
  text: string
  icon: ReactNode
  /** Name of the button. */
  action: string
  onCopied: (() => void) | undefined
  /** The main action of the sheet. */
  isMain?: boolean
}

/** A text with a button that copies it. */
function CopyField({ label, text, icon, action, onCopied, isMain = false }: CopyFieldProps) {
  const t = useTranslations('share')
  const field = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<CopyState>('idle')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      // Forbidden, or not a secure context: the selected link can be copied by hand.
      setState('failed')
      field.current?.select()
      return
    }
    setState('copied')
    onCopied?.()
  }
  return (
    <div className="grid gap-3">
      <Field label={label} error={state === 'failed' ? t('copyFailed') : undefined}>
        <Input ref={field} readOnly dir="ltr" value={text} onFocus={(event) => event.target.select()} />
      </Field>
      <Button variant={isMain ? 'action' : 'line'} onClick={() => void copy()}>
        {state === 'copied' ? <Check aria-hidden /> : icon}
        {state === 'copied' ? t('copied') : action}
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
