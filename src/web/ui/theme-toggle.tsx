import { Monitor } from '#web/ui/icons/monitor.tsx'
import { Moon } from '#web/ui/icons/moon.tsx'
import { Sun } from '#web/ui/icons/sun.tsx'
import { useId } from 'react'
import { useTranslations } from 'use-intl/react'
import { useTheme } from '../theme/theme.ts'

/** Light, dark or the system's theme, as three radio buttons. Works on page and night backgrounds. */
export function ThemeToggle({ className }: { className?: string }) {
  const t = useTranslations('ui')
  const { choice, setTheme } = useTheme()
  const name = useId()
  const options = [
    { value: 'light', label: t('themeLight'), Icon: Sun },
    { value: 'dark', label: t('themeDark'), Icon: Moon },
    { value: 'system', label: t('themeSystem'), Icon: Monitor },
  ] as const
  return (
    <fieldset className={`inline-flex rounded-control border-[1.5px] border-current/50 ${className ?? ''}`}>
      <legend className="sr-only">{t('theme')}</legend>
      {options.map(({ value, label, Icon }) => (
        <label
          key={value}
          data-tooltip={label}
          className="relative grid size-(--tap) place-items-center opacity-75 hover:opacity-100 has-checked:opacity-100 has-focus-visible:rounded-control has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            value={value}
            aria-label={label}
            checked={choice === value}
            onChange={() => setTheme(value)}
            className="peer absolute inset-0 cursor-pointer appearance-none outline-none"
          />
          <Icon className="size-5 stroke-[1.9]" aria-hidden />
          <span className="marker-332 absolute inset-x-2 bottom-0 hidden peer-checked:block" aria-hidden />
        </label>
      ))}
    </fieldset>
  )
}
