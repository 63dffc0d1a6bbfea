import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PublicUser } from '#shared/users.ts'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { ProfileHeader } from './profile-header.tsx'

const user: PublicUser = {
  id: '6f1c11aa-3a1c-4f0e-9a55-0d7a3f6f1c11',
  handle: 'folake',
  email: 'f…@example.org',
  firstName: 'Fọlákẹ́',
  lastName: 'Adéyẹmí',
  profileImageUrl: null,
  bio: 'Weaver and teacher.',
  followersCount: 18204,
  followingCount: 312,
  totalViews: 1046880,
  streamsCount: 147,
  isPremium: false,
  isActive: true,
  role: 'user',
  heritageRegion: null,
  countryOfOrigin: null,
  languages: [],
  collaborationTags: [],
  bioMultilingual: {},
  createdAt: '2024-03-14T10:00:00.000Z',
  updatedAt: '2024-03-14T10:00:00.000Z',
}

const show = (shown: PublicUser) =>
  render(
    <I18nTestProvider>
      <ProfileHeader user={shown} actions={null} />
    </I18nTestProvider>,
  )

test('a member is shown by name, bio and figures with separators', () => {
  show(user)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Fọlákẹ́ Adéyẹmí')
  expect(screen.getByText('Weaver and teacher.')).toBeTruthy()
  const figures = screen
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent])
  expect(figures).toEqual([
    ['Followers', '18,204'],
    ['Following', '312'],
    ['Total Views', '1,046,880'],
    ['Streams', '147'],
  ])
})

test('a member without a name goes by the address as others may see it', () => {
  show({ ...user, firstName: null, lastName: null })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('f…@example.org')
})
