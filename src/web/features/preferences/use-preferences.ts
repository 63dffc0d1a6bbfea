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
const notificationIntents = new LastIntent<boolean, Preferences>()
/** An empty string stands for the browser's language. */
const languageIntents = new LastIntent<NonNullable<Language> | '', Preferences>()

/** The current user's preferences, which apply on all devices. */
export function usePreferences() {
  return useQuery({ queryKey: KEY, queryFn: () => call(getPreferences, {}) })
}

/** Turns a type of notification on or off optimistically; after fast changes only the last state is sent. */
export function useSwitchNotification(): (kind: Kind, isEnabled: boolean) => void {
  const onFailed = useFailureToast()
  return (kind, isEnabled) => {
    const show = (value: boolean) =>
      updateCache((current) => ({ ...current, notifications: { ...current.notifications, [kind]: value } }))
    show(isEnabled)
    notificationIntents.submit(kind, isEnabled, {
      send: (value) => call(updatePreferences, { body: { notifications: { [kind]: value } } }),
      onSettled: ({ notifications }) => show(notifications[kind]),
      onFailed,
    })
  }
}

/** Changes the language optimistically; `onSettled` is called with the stored one. */
export function useChooseLanguage(onSettled: (language: Language) => void): (language: Language) => void {
  const onFailed = useFailureToast()
  return (language) => {
    updateCache((current) => ({ ...current, language }))
    languageIntents.submit('language', language ?? '', {
      send: (value) => call(updatePreferences, { body: { language: value || null } }),
      onSettled: (preferences) => {
        updateCache((current) => ({ ...current, language: preferences.language }))
        onSettled(preferences.language)
      },
      onFailed,
    })
  }
}

function useFailureToast(): (error: unknown) => void {
  const t = useTranslations('preferences')
  const errorText = useErrorText()
  return (error) => {
    toast({ variant: 'destructive', title: t('notSaved'), description: errorText(error) })
    void queryClient.refetchQueries({ queryKey: KEY })
  }
}

function updateCache(update: (current: Preferences) => Preferences): void {
  queryClient.setQueryData<Preferences>(KEY, (current) => current && update(current))
}
