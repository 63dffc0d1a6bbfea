import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { selectBio } from '#shared/accounts/heritage.ts'
import type { PublicUser } from '#shared/accounts/users.ts'
import { useCurrentUser } from '#web/api/current-user.ts'
import { useLanguageName } from '#web/i18n/language-name.ts'

type BioFields = Pick<PublicUser, 'bio' | 'bioMultilingual'>
type Version = { text: string; language: string | null }

/** The bio in the language that the reader prefers, with buttons for its other languages. */
export function Bio({ user }: { user: BioFields }) {
  const currentUser = useCurrentUser()
  const [chosenLanguage, setChosenLanguage] = useState<Version['language'] | undefined>()
  const versions = bioVersions(user)
  const preferred = selectBio(user, [
    ...(currentUser?.language ? [currentUser.language] : []),
    ...navigator.languages,
  ])
  const shownVersion =
    versions.find(({ language }) => language === chosenLanguage) ??
    versions.find(({ text }) => text === preferred?.text)
  if (!shownVersion) return null
  return (
    <>
      <p
        dir="auto"
        lang={shownVersion.language ?? undefined}
        className="mt-1.5 max-w-[60ch] text-body whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]"
      >
        {shownVersion.text}
      </p>
      {versions.length > 1 && (
        <LanguageSwitcher
          versions={versions}
          shownLanguage={shownVersion.language}
          onChoose={(language) => setChosenLanguage(language)}
        />
      )}
    </>
  )
}

/** Returns all versions of a bio, the one without a language first. */
export function bioVersions({ bio, bioMultilingual }: BioFields): Version[] {
  const translated = Object.entries(bioMultilingual).map(([language, text]) => ({ language, text }))
  return bio && !translated.some(({ text }) => text === bio)
    ? [{ text: bio, language: null }, ...translated]
    : translated
}

type LanguageSwitcherProps = {
  versions: Version[]
  shownLanguage: Version['language']
  onChoose: (language: Version['language']) => void
}

function LanguageSwitcher({ versions, shownLanguage, onChoose }: LanguageSwitcherProps) {
  const t = useTranslations('profile')
  const nameOf = useLanguageName()
  return (
    <fieldset aria-label={t('bioLanguage')} className="mt-1 -ms-2 flex min-w-0 flex-wrap">
      {versions.map(({ language }) => (
        <button
          key={language}
          type="button"
          aria-pressed={language === shownLanguage}
          onClick={() => onChoose(language)}
          className="min-h-(--tap) rounded-control px-2 text-small text-ink-3 hover:text-ink aria-pressed:font-bold aria-pressed:text-ink"
        >
          {language === null ? t('bioOriginal') : nameOf(language)}
        </button>
      ))}
    </fieldset>
  )
}
