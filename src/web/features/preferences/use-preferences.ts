import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { getPreferences, type Preferences, updatePreferences } from '#shared/preferences.ts'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useErrorText } from '#web/lib/forms/use-error-text.ts'
import { LastIntent } from '#web/lib/last-intent.ts'
import { toast } from '#web/ui/overlays/toast.ts'

type Language = Preferences['language']
type Kind = keyof Preferences['notifications']

const KEY = ['preferences']
const switches = new LastIntent<boolean, Preferences>()
/** The empty wish follows the browser. */
const languages = new LastIntent<NonNullable<Language> | '', Preferences>()

/** What the member has chosen for all its devices. */
export function usePreferences() {
  return useQuery({ queryKey: KEY, queryFn: () => call(getPreferences, {}) })
}

/** Turns one kind of notification on or off at once; the server hears the last wish. */
export function useSwitchNotification(): (kind: Kind, isWanted: boolean) => void {
  const failed = useFailed()
  return (kind, isWanted) => {
    const set = (value: boolean) =>
      change((known) => ({ ...known, notifications: { ...known.notifications, [kind]: value } }))
    set(isWanted)
    switches.want(kind, isWanted, {
      send: (wish) => call(updatePreferences, { body: { notifications: { [kind]: wish } } }),
      onSettled: ({ notifications }) => set(notifications[kind]),
      onFailed: failed,
    })
  }
}

/** Takes another language at once; `onSettled` hears which one is kept. */
export function useChooseLanguage(onSettled: (language: Language) => void): (language: Language) => void {
  const failed = useFailed()
  return (language) => {
    change((known) => ({ ...known, language }))
    languages.want('language', language ?? '', {
      send: (wish) => call(updatePreferences, { body: { language: wish || null } }),
      onSettled: (kept) => {
        change((known) => ({ ...known, language: kept.language }))
        onSettled(kept.language)
      },
      onFailed: failed,
    })
  }
}

function useFailed(): (error: unknown) => void {
  const t = useTranslations('preferences')
  const errorText = useErrorText()
  return (error) => {
    toast({ variant: 'destructive', title: t('notSaved'), description: errorText(error) })
    void queryClient.refetchQueries({ queryKey: KEY })
  }
}

function change(to: (known: Preferences) => Preferences): void {
  queryClient.setQueryData<Preferences>(KEY, (known) => known && to(known))
}
