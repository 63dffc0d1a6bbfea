import { CircleAlert } from '#web/ui/icons/circle-alert.tsx'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import type { SiteSetting } from '#shared/operations/admin-settings.ts'
import { wordsOfList } from '#shared/text/word-list.ts'
import { Badge } from '#web/ui/badge.tsx'
import { BooleanSwitch } from './boolean-switch.tsx'
import { SettingActions } from './setting-actions.tsx'
import { SettingText } from './setting-text.tsx'

/** A setting with its value in effect, and what can be done with it; below 768 px a card. */
export function SettingRow({ setting }: { setting: SiteSetting }) {
  const row = useFocusOnReset(setting.isDefault)
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-2.5 border-t border-line px-4 py-3.5 focus-visible:-outline-offset-3 md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_13.5rem] md:items-start md:py-3"
    >
      <div className="min-w-0">
        <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-small">
          <bdi className="font-mono [overflow-wrap:anywhere]">{setting.key}</bdi>
          <StateBadge setting={setting} />
        </h3>
        {setting.description !== null && (
          <p className="mt-0.5 text-small [overflow-wrap:anywhere] whitespace-pre-line text-ink-2" dir="auto">
            {setting.description}
          </p>
        )}
      </div>
      <div className="flex flex-wrap items-end justify-end gap-x-4 gap-y-2.5 md:contents">
        <Value setting={setting} />
        <SettingActions setting={setting} />
      </div>
    </li>
  )
}

/** Resetting a setting removes the focused button: its row gets the focus then. */
function useFocusOnReset(isDefault: boolean) {
  const row = useRef<HTMLLIElement>(null)
  const wasDefault = useRef(isDefault)
  useEffect(() => {
    const isReset = isDefault && !wasDefault.current
    wasDefault.current = isDefault
    if (isReset && document.activeElement === document.body) row.current?.focus({ preventScroll: true })
  }, [isDefault])
  return row
}

function StateBadge({ setting: { isKnown, isDefault, isValid } }: { setting: SiteSetting }) {
  const t = useTranslations('adminSettings')
  if (!isKnown) return <Badge variant="accent">{t('storedOnly')}</Badge>
  if (!isValid)
    return (
      <Badge variant="bad">
        <CircleAlert aria-hidden />
        {t('invalid')}
      </Badge>
    )
  return isDefault ? null : <Badge variant="info">{t('changed')}</Badge>
}

/** The value in effect: the default where the stored one is invalid. */
function Value({ setting }: { setting: SiteSetting }) {
  const t = useTranslations('adminSettings')
  const { type, value, isDefault, isValid, defaultValue, maxWords } = setting
  const text = (shown: string) =>
    maxWords !== null && shown !== '' ? (
      <span>{t('words', { count: wordsOfList(shown).length })}</span>
    ) : (
      <SettingText type={type} value={shown} />
    )
  return (
    <div
      className={`grid min-w-0 gap-1 [overflow-wrap:anywhere] ${type === 'boolean' ? 'basis-full' : 'flex-[1_1_9rem]'}`}
    >
      {type === 'boolean' ? (
        <div className="md:-mt-2.5 md:-mb-1.5 md:max-w-28">
          <BooleanSwitch setting={setting} />
        </div>
      ) : (
        <div className="line-clamp-4">{text(isValid ? value : (defaultValue ?? ''))}</div>
      )}
      {!isValid && (
        <div className="line-clamp-4 text-meta text-danger">
          {t.rich('invalidText', { value: () => text(value) })}
        </div>
      )}
      {defaultValue !== null && isValid && (
        <div className="line-clamp-3 text-meta text-ink-3">
          {isDefault ? t('isDefault') : t.rich('default', { value: () => text(defaultValue) })}
        </div>
      )}
    </div>
  )
}
