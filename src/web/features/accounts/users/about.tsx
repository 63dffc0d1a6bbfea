import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl/react'
import type { PublicUser } from '#shared/accounts/users.ts'
import { useLanguageName } from '#web/i18n/language-name.ts'
import { Chip } from '#web/ui/chip.tsx'
import { bioVersions } from './bio.tsx'
import { PublicLinks } from './public-links.tsx'

/** The profile fields of a user and the date of joining. */
export function About({ user }: { user: PublicUser }) {
  const t = useTranslations('profile')
  const format = useFormatter()
  return (
    <dl className="*:border-b *:border-line *:py-3.5">
      <Fact label={t('memberSince')}>
        <time dateTime={user.createdAt}>{format.dateTime(new Date(user.createdAt), 'longDate')}</time>
      </Fact>
      <Bios user={user} />
      {user.heritageRegion && <Fact label={t('heritageRegion')}>{user.heritageRegion}</Fact>}
      {user.countryOfOrigin && (
        <Fact label={t('countryOfOrigin')}>
          <bdi>{user.countryOfOrigin}</bdi>
        </Fact>
      )}
      <Tags label={t('languages')} tags={user.languages} />
      <Tags label={t('collaborationTags')} tags={user.collaborationTags.map((tag) => `#${tag}`)} />
      <PublicLinks userId={user.id} />
    </dl>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-meta text-ink-3">{label}</dt>
      <dd className="mt-0.5 font-semibold [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

function Bios({ user }: { user: PublicUser }) {
  const t = useTranslations('profile')
  const nameOf = useLanguageName()
  return bioVersions(user).map(({ text, language }) => (
    <div key={language}>
      <dt className="text-meta text-ink-3">
        {language === null ? t('bio') : t('bioIn', { language: nameOf(language) })}
      </dt>
      <dd
        dir="auto"
        lang={language ?? undefined}
        className="mt-0.5 max-w-[72ch] text-body whitespace-pre-line [overflow-wrap:anywhere]"
      >
        {text}
      </dd>
    </div>
  ))
}

function Tags({ label, tags }: { label: string; tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <div>
      <dt className="text-meta text-ink-3">{label}</dt>
      <dd className="mt-2">
        <ul className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="min-w-0">
              <Chip>
                <bdi>{tag}</bdi>
              </Chip>
            </li>
          ))}
        </ul>
      </dd>
    </div>
  )
}
