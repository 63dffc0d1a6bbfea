import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { getPreferences, type Preferences, updatePreferences } from '#shared/accounts/preferences.ts'
import { call } from '#web/api/call.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useErrorText } from '#web/api/use-error-text.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'
import { LastIntent } from '#web/lib/last-intent.ts'

type Language = Preferences['language']
type Kind = keyof Preferences['notifications']

const KEY = ['preferences']
const digestIntents = new LastIntent<Preferences['mail']['digest'], Preferences['mail']['digest']>()
const notificationIntents = new LastIntent<boolean, boolean>()
/** An empty string stands for the browser's language. */
const languageIntents = new LastIntent<NonNullable<Language> | '', Language>()

/** The current user's preferences, which apply on all devices. */
export function usePreferences() {
  return useQuery({ queryKey: KEY, queryFn: () => call(getPreferences, {}) })
}

/** Turns a type of notification on or off optimistically; after fast changes only the last state is sent. */
export function useSwitchNotification(): (kind: Kind, isEnabled: boolean) => void {
  const onFailed = useShowNotSaved()
  return (kind, isEnabled) => {
    const show = (value: boolean) =>
      updateCache((current) => ({ ...current, notifications: { ...current.notifications, [kind]: value } }))
    notificationIntents.submit(kind, isEnabled, {
      previous: !isEnabled,
      desired: isEnabled,
      show,
      send: async (value) => {
        const { notifications } = await call(updatePreferences, {
          body: { notifications: { [kind]: value } },
        })
        return notifications[kind]
      },
      onFailed,
    })
  }
}

const SIGN_IN_MAIL = 'newSignIn'

/** Turns the mail about new sign-ins on or off optimistically. */
export function useSwitchSignInMail(): (isEnabled: boolean) => void {
  const onFailed = useShowNotSaved()
  return (isEnabled) =>
    notificationIntents.submit(SIGN_IN_MAIL, isEnabled, {
      previous: !isEnabled,
      desired: isEnabled,
      show: (newSignIn) => showMail({ newSignIn }),
      send: async (newSignIn) =>
        (await call(updatePreferences, { body: { mail: { newSignIn } } })).mail.newSignIn,
      onFailed,
    })
}

/** Changes how often the user gets a digest, optimistically. */
export function useChooseDigest(): (digest: Preferences['mail']['digest']) => void {
  const onFailed = useShowNotSaved()
  return (digest) =>
    digestIntents.submit('digest', digest, {
      previous: queryClient.getQueryData<Preferences>(KEY)?.mail.digest ?? 'off',
      desired: digest,
      show: (shown) => showMail({ digest: shown }),
      send: async (value) =>
        (await call(updatePreferences, { body: { mail: { digest: value } } })).mail.digest,
      onFailed,
    })
}

function showMail(change: Partial<Preferences['mail']>): void {
  updateCache((current) => ({ ...current, mail: { ...current.mail, ...change } }))
}

/** Changes the language optimistically; `onSettled` is called with the stored one. */
export function useChooseLanguage(onSettled: (language: Language) => void): (language: Language) => void {
  const onFailed = useShowNotSaved()
  return (language) =>
    languageIntents.submit('language', language ?? '', {
      previous: queryClient.getQueryData<Preferences>(KEY)?.language ?? null,
      desired: language,
      show: (shown) => updateCache((current) => ({ ...current, language: shown })),
      send: async (value) => (await call(updatePreferences, { body: { language: value || null } })).language,
      onSettled,
      onFailed,
    })
}

function useShowNotSaved(): (error: unknown) => void {
  const t = useTranslations('preferences')
  const errorText = useErrorText()
  const showFailure = useFailureToast()
  return (error) => {
    showFailure(error, { title: t('notSaved'), description: errorText(error) })
    void queryClient.refetchQueries({ queryKey: KEY })
  }
}

function updateCache(update: (current: Preferences) => Preferences): void {
  queryClient.setQueryData<Preferences>(KEY, (current) => current && update(current))
}
