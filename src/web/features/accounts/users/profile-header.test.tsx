import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PublicUser } from '#shared/accounts/users.ts'
import { setCurrentUser } from '#web/api/current-user.ts'
import { testCurrentUser, testUser } from '#web/api/test-users.ts'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { ProfileHeader } from './profile-header.tsx'

const user = testUser(1, {
  handle: 'folake',
  email: 'f…@example.org',
  firstName: 'Fọlákẹ́',
  lastName: 'Adéyẹmí',
  bio: 'Weaver and teacher.',
  followersCount: 18204,
  followingCount: 312,
  totalViews: 1046880,
  streamsCount: 147,
})

beforeEach(() => setCurrentUser(testCurrentUser(2)))

function show(shownUser: PublicUser) {
  const [onOpenFollowers, onOpenFollowing] = [vi.fn<() => void>(), vi.fn<() => void>()]
  render(
    <I18nTestProvider>
      <ProfileHeader
        user={shownUser}
        links={null}
        actions={null}
        isOwner={false}
        onOpenFollowers={onOpenFollowers}
        onOpenFollowing={onOpenFollowing}
      />
    </I18nTestProvider>,
  )
  return { onOpenFollowers, onOpenFollowing }
}

test('the header shows name, handle, bio and formatted counts', () => {
  show(user)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Fọlákẹ́ Adéyẹmí')
  expect(screen.getByText('@folake')).toBeTruthy()
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

test('a user with Creator Pro has a badge in words', () => {
  show(user)
  expect(screen.queryByText('Creator Pro')).toBeNull()
  show({ ...user, isPremium: true })
  expect(screen.getByText('Creator Pro')).toBeTruthy()
})

test('a user without a name is shown by the handle, once', () => {
  show({ ...user, firstName: null, lastName: null })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('@folake')
  expect(screen.getAllByText('@folake')).toHaveLength(1)
})

test('the follower and following counts open their lists', () => {
  const { onOpenFollowers, onOpenFollowing } = show(user)
  fireEvent.click(screen.getByRole('button', { name: '18,204 followers: show them' }))
  fireEvent.click(screen.getByRole('button', { name: '312 following: show them' }))
  expect(onOpenFollowers).toHaveBeenCalledOnce()
  expect(onOpenFollowing).toHaveBeenCalledOnce()
})

const bios = { yo: 'Alásọ àti olùkọ́.', jam: 'Mi weave an mi teach.' }

test("the bio is shown in the reader's language", () => {
  setCurrentUser(testCurrentUser(2, { language: 'yo' }))
  show({ ...user, bioMultilingual: bios })
  expect(screen.getByText(bios.yo).getAttribute('lang')).toBe('yo')
  expect(screen.queryByText('Weaver and teacher.')).toBeNull()
})

test('the bio is shown in a language of the browser for a reader without a language setting', () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['xx', 'yo-NG'])
  show({ ...user, bioMultilingual: bios })
  expect(screen.getByText(bios.yo)).toBeTruthy()
})

test('the other versions of the bio can be selected', () => {
  show({ ...user, bioMultilingual: bios })
  expect(screen.getByRole('button', { name: 'Original' }).getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Jamaican Patois' }))
  expect(screen.getByText(bios.jam).getAttribute('lang')).toBe('jam')
  fireEvent.click(screen.getByRole('button', { name: 'Yoruba' }))
  expect(screen.getByText(bios.yo)).toBeTruthy()
})

test('a single version of the bio shows no language switcher', () => {
  show({ ...user, bio: null, bioMultilingual: { yo: bios.yo } })
  expect(screen.getByText(bios.yo)).toBeTruthy()
  expect(screen.queryByRole('group')).toBeNull()
})
