import { Eye } from '#web/ui/icons/eye.tsx'
import { EyeOff } from '#web/ui/icons/eye-off.tsx'
import { useState } from 'react'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl/react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Input } from './input.tsx'

/** A password input with a button that shows the password. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const t = useTranslations('ui')
  const [isShown, setIsShown] = useState(false)
  return (
    <span className="relative block">
      <Input
        {...props}
        type={isShown ? 'text' : 'password'}
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        className="pe-12 rtl:text-end"
      />
      <IconButton
        label={t('showPassword')}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
        className="absolute end-0.5 top-0.5"
      >
        {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </IconButton>
    </span>
  )
}
