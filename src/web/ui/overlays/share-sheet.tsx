import { Check, Link2, Share2 } from 'lucide-react'
import { useRef, useState } from 'react'
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
  /** What is passed on, in a few words: the other side sees them beside the link. */
  name: string
  /** Absolute. */
  address: string
  /** The link has been copied or handed to another program. */
  onShared?: (() => void) | undefined
}

/** Passes an address on: copied, by whatever the device offers, or by a link to where people talk. */
export function ShareSheet({ open, onOpenChange, title, name, address, onShared }: ShareSheetProps) {
  const t = useTranslations('share')
  const ways = waysOf({ name, address, sms: t('sms'), email: t('email') })
  const passOn = async () => {
    try {
      await navigator.share({ title: name, url: address })
    } catch {
      // The visitor has thought better of it.
      return
    }
    onShared?.()
  }
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} size="narrow">
      <div className="grid gap-5">
        <CopyLink address={address} onShared={onShared} />
        {'share' in navigator && (
          <Button onClick={() => void passOn()}>
            <Share2 aria-hidden />
            {t('shareWith')}
          </Button>
        )}
        <div>
          <h3 className="text-small font-[650]">{t('elsewhere')}</h3>
          <ul className="mt-1 flex flex-wrap gap-x-5">
            {ways.map(({ way, href }) => (
              // The press goes on to the link's own work.
              <li key={way} onClickCapture={onShared}>
                <ExternalLink href={href} className="text-small text-link">
                  {way}
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
      // Forbidden, or plain http: the address is there to be copied by hand.
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

type Passed = { name: string; address: string; sms: string; email: string }

/** Where people talk, each by its own name; links alone, nothing of theirs is loaded. */
function waysOf({ name, address, sms, email }: Passed) {
  const [text, url] = [encodeURIComponent(name), encodeURIComponent(address)]
  return [
    { way: 'WhatsApp', href: `https://wa.me/?text=${text}%20${url}` },
    { way: 'Telegram', href: `https://t.me/share/url?url=${url}&text=${text}` },
    { way: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${url}` },
    { way: 'X', href: `https://twitter.com/intent/tweet?text=${text}&url=${url}` },
    { way: sms, href: `sms:?&body=${text}%20${url}` },
    { way: email, href: `mailto:?subject=${text}&body=${url}` },
  ]
}
