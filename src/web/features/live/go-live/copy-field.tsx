import { Check } from '#web/ui/icons/check.tsx'
import { Copy } from '#web/ui/icons/copy.tsx'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Field } from '#web/ui/forms/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Input } from '#web/ui/forms/input.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

/** How long the button confirms a copy, in ms. */
const COPIED_MS = 2000

type CopyFieldProps = {
  label: string
  value: string
  /** Label of the copy button. */
  copy: string
  hint?: ReactNode
  /** Masks the value like a password. */
  isHidden?: boolean
  /** Further buttons. */
  children?: ReactNode
}

/** A read-only text with a button that copies it. */
export function CopyField({ label, value, copy, hint, isHidden = false, children }: CopyFieldProps) {
  const id = useId()
  return (
    <div className="grid w-full gap-1.5">
      <div className="flex items-end gap-2">
        <Field label={label} className="min-w-0 flex-1">
          <Input
            readOnly
            dir="ltr"
            type={isHidden ? 'password' : 'text'}
            value={value}
            autoComplete="off"
            aria-describedby={hint ? id : undefined}
            onFocus={({ target }) => target.select()}
          />
        </Field>
        {children}
        <CopyButton value={value} label={copy} />
      </div>
      {hint && (
        <p id={id} className="text-meta text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}

function CopyButton({ value, label }: { value: string; label: string }) {
  const t = useTranslations('goLive')
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setIsCopied(true)
    } catch (error) {
      console.warn(error)
      toast({ variant: 'destructive', title: t('copyFailed') })
    }
  }
  return (
    <>
      <IconButton variant="line" label={label} onClick={() => void copy()} className="min-h-12 min-w-12">
        {isCopied ? <Check aria-hidden className="text-success" /> : <Copy aria-hidden />}
      </IconButton>
      <output className="sr-only">{isCopied && t('copied')}</output>
    </>
  )
}
