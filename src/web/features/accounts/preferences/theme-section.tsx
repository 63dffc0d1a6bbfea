import { Monitor } from '#web/ui/icons/monitor.tsx'
import { Moon } from '#web/ui/icons/moon.tsx'
import { Sun } from '#web/ui/icons/sun.tsx'
import { useTranslations } from 'use-intl/react'
import { useTheme } from '#web/theme/theme.ts'
import { Section } from './section.tsx'

/** Light, dark or system theme, stored in this browser. */
export function ThemeSection() {
  const t = useTranslations('preferences')
  const ui = useTranslations('ui')
  const { choice, setTheme } = useTheme()
  const options = [
    { value: 'light', label: ui('themeLight'), Icon: Sun },
    { value: 'dark', label: ui('themeDark'), Icon: Moon },
    { value: 'system', label: ui('themeSystem'), Icon: Monitor },
  ] as const
  return (
    <Section title={ui('theme')} text={t('themeText')}>
      <fieldset className="grid gap-2.5 sm:grid-cols-3">
        <legend className="sr-only">{ui('theme')}</legend>
        {options.map(({ value, label, Icon }) => (
          <label
            key={value}
            className="flex min-h-12 items-center gap-2.5 rounded-control border-[1.5px] border-line-strong bg-surface px-3.5 font-[650] hover:bg-raised has-checked:border-link has-checked:bg-link-soft has-checked:text-link has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="theme"
              value={value}
              checked={choice === value}
              onChange={() => setTheme(value)}
              className="size-4 accent-link outline-none"
            />
            <Icon aria-hidden className="size-5 stroke-[1.9]" />
            {label}
          </label>
        ))}
      </fieldset>
    </Section>
  )
}
