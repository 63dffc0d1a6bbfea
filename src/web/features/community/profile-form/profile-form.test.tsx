import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { updateProfile } from '#shared/community/profile.ts'
import { setCurrentUser, useCurrentUser } from '#web/api/current-user.ts'
import { testCurrentUser } from '#web/api/test-users.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { navigation } from '#web/lib/navigation/navigation.ts'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { ProfileForm } from './profile-form.tsx'

const SAVE = 'PUT /api/auth/profile'
const me = testCurrentUser(1, {
  firstName: 'Fọlákẹ́',
  lastName: 'Adéyẹmí',
  handle: 'folake',
  languages: ['Yoruba'],
  collaborationTags: ['film'],
  bioMultilingual: { yo: 'Alásọ.' },
})

beforeEach(() => {
  setCurrentUser(me)
  navigation.navigate('/profile-settings', { replace: true })
})

/** Passes the current user to the form, as the page does. */
function CurrentUserForm({ isCreator = false }: { isCreator?: boolean }) {
  const user = useCurrentUser()
  return user ? <ProfileForm user={user} isCreator={isCreator} /> : null
}

const show = (isCreator = false) =>
  render(
    <DataTestProvider>
      <CurrentUserForm isCreator={isCreator} />
      <Toaster />
    </DataTestProvider>,
  )
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
const choose = (name: string, value: string) => {
  fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } })
  fireEvent.click(screen.getByRole('button', { name }))
}
const enter = (name: string, value: string, init = {}) => {
  fill(name, value)
  fireEvent.keyDown(field(name), { key: 'Enter', ...init })
}
const entries = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save Profile' }))
const echo = ({ body }: { body: unknown }) => Response.json({ ...me, ...updateProfile.body.parse(body) })

test('saving sends the specified fields and shows the specified toast', async () => {
  const { bodies } = stubCalls({ [SAVE]: echo })
  show()
  fill('First name', ' Ada ')
  fill('Bio', 'Weaver.')
  fireEvent.change(screen.getByRole('combobox', { name: 'Heritage region' }), {
    target: { value: 'Caribbean' },
  })
  choose('Add a language', 'Igbo')
  choose('Add an interest', 'poetry')
  save()
  expect(await screen.findByText('Profile updated successfully! ✨')).toBeTruthy()
  expect(screen.getByText('Your global heritage profile has been saved.')).toBeTruthy()
  expect(bodies).toEqual([
    {
      firstName: 'Ada',
      lastName: 'Adéyẹmí',
      bio: 'Weaver.',
      heritageRegion: 'Caribbean',
      countryOfOrigin: null,
      languages: ['Yoruba', 'Igbo'],
      collaborationTags: ['film', 'poetry'],
    },
  ])
  expect(field('First name').value).toBe('Ada')
})

test('a changed handle is sent, and a taken one is an error of its field', async () => {
  const message = 'Somebody has this handle already. Choose another one.'
  const { bodies } = stubCalls({
    [SAVE]: () =>
      errorResponse(409, { code: 'handle_taken', message, fields: [{ path: 'handle', message }] }),
  })
  show()
  fill('Handle', '@Taken')
  save()
  expect(await screen.findByText('Update failed')).toBeTruthy()
  expect(bodies[0]).toMatchObject({ handle: 'taken' })
  expect(field('Handle').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByText(message)).toHaveLength(2)
  expect(field('Handle').value).toBe('@Taken')
})

test.each([
  ['the server sends one', () => errorResponse(500, { message: 'Try later.' }), 'Try later.'],
  [
    'there is no response',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'Something went wrong. Please try again.',
  ],
])('a failure shows a message when %s', async (_, response, text) => {
  stubCalls({ [SAVE]: response })
  show()
  fill('Bio', 'Still here.')
  save()
  expect(await screen.findByText('Update failed')).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
  expect(field('Bio').value).toBe('Still here.')
})

test('a value that is too long is not sent', async () => {
  const { seen } = stubCalls({})
  show()
  fill('Bio', 'x'.repeat(1001))
  save()
  expect(await screen.findByText('Use at most 1,000 characters.')).toBeTruthy()
  expect(seen).toEqual([])
})

test('a chosen entry is not offered again, and removing a chip moves the focus', () => {
  stubCalls({})
  show()
  const offered = () =>
    within(screen.getByRole('combobox', { name: 'Add a language' }))
      .getAllByRole('option')
      .map((option) => option.textContent)
  expect(offered()).not.toContain('Yoruba')
  choose('Add a language', 'Igbo')
  expect(entries('Languages')).toEqual(['Yoruba', 'Igbo'])
  expect(offered()).not.toContain('Igbo')
  fireEvent.click(screen.getByRole('button', { name: 'Remove Yoruba' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Igbo' }))
  fireEvent.click(screen.getByRole('button', { name: 'Remove Igbo' }))
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Add a language' }))
  expect(offered()).toContain('Yoruba')
  expect(entries('Creative Collaboration Interests')).toEqual(['#film'])
})

test('the profile settings have no custom entries', () => {
  stubCalls({})
  show()
  expect(screen.queryByRole('textbox', { name: 'Another language' })).toBeNull()
  expect(screen.queryByText('Multilingual Bio')).toBeNull()
})

test('custom entries of a creator are added on Enter, trimmed and without duplicates', async () => {
  const { bodies } = stubCalls({ [SAVE]: echo })
  show(true)
  for (const entry of ['  Krio  ', 'krio', 'YORUBA', '   ']) enter('Another language', entry)
  for (const entry of ['#weaving', '#', 'natural   dye']) enter('Another interest', entry)
  enter('Another interest', 'half a wo', { isComposing: true })
  expect(entries('Languages')).toEqual(['Yoruba', 'Krio'])
  expect(entries('Creative Collaboration Interests')).toEqual(['#film', '#weaving', '#natural dye'])
  enter('Another interest', 'x'.repeat(41))
  expect(screen.getByText('Use at most 40 characters.')).toBeTruthy()
  fill('Another interest', '')
  save()
  expect(await screen.findByText('Profile updated')).toBeTruthy()
  expect(bodies).toMatchObject([
    {
      languages: ['Yoruba', 'Krio'],
      collaborationTags: ['film', 'weaving', 'natural dye'],
      bioMultilingual: { yo: 'Alásọ.' },
    },
  ])
})

test('saving includes entries that are chosen or typed but not added', async () => {
  const { bodies } = stubCalls({ [SAVE]: echo })
  show(true)
  fireEvent.change(screen.getByRole('combobox', { name: 'Add a language' }), { target: { value: 'Igbo' } })
  fill('Another language', '  Nigerian   Pidgin ')
  fireEvent.change(screen.getByRole('combobox', { name: 'Add an interest' }), { target: { value: 'poetry' } })
  // A duplicate of a listed entry.
  fill('Another interest', '#Film')
  save()
  expect(await screen.findByText('Profile updated')).toBeTruthy()
  expect(bodies[0]).toMatchObject({
    languages: ['Yoruba', 'Igbo', 'Nigerian Pidgin'],
    collaborationTags: ['film', 'poetry'],
  })
  expect(entries('Languages')).toEqual(['Yoruba', 'Igbo', 'Nigerian Pidgin'])
  expect(field('Another language').value).toBe('')
})

test('an entry that is too long blocks saving and gets the focus', async () => {
  const { seen } = stubCalls({})
  show(true)
  fill('Another interest', 'x'.repeat(41))
  save()
  await waitFor(() => expect(document.activeElement).toBe(field('Another interest')))
  expect(field('Another interest').getAttribute('aria-invalid')).toBe('true')
  expect(seen).toEqual([])
})

test('leaving asks for confirmation while an entry is typed but not added', async () => {
  stubCalls({})
  show(true)
  fill('Another interest', 'loom')
  act(() => navigation.navigate('/'))
  expect(await screen.findByRole('alertdialog')).toBeTruthy()
})

test('a creator can add and remove bios in other languages', async () => {
  const { bodies } = stubCalls({ [SAVE]: echo })
  show(true)
  choose('Add a bio in another language', 'ht')
  fill('Bio in Haitian Creole', 'Mwen tise.')
  choose('Add a bio in another language', 'jam')
  fireEvent.click(screen.getByRole('button', { name: 'Remove the bio in Yoruba' }))
  expect(screen.queryByRole('textbox', { name: 'Bio in Yoruba' })).toBeNull()
  save()
  await screen.findByText('Profile updated')
  // The bio in Patois was left empty.
  expect(bodies.map((body) => updateProfile.body.parse(body).bioMultilingual)).toEqual([{ ht: 'Mwen tise.' }])
})

test('a failure on the creator page has its own message', async () => {
  stubCalls({ [SAVE]: () => errorResponse(500, {}) })
  show(true)
  save()
  expect(await screen.findByText('Failed to update profile.')).toBeTruthy()
})

test('leaving asks for confirmation only with unsaved changes', async () => {
  stubCalls({ [SAVE]: echo })
  show()
  fill('Bio', 'Half a sentence')
  act(() => navigation.navigate('/discover'))
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Stay here' }))
  save()
  await screen.findByText('Profile updated successfully! ✨')
  await waitFor(() => {
    act(() => navigation.navigate('/discover'))
    expect(navigation.state.get().location.path).toBe('/discover')
  })
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('without the code of the cropper the form stays, and the next chosen photo loads it again', async () => {
  show()
  fill('First name', 'Folake')
  const photo = new File(['photo'], 'me.jpg', { type: 'image/jpeg' })
  const pick = () => fireEvent.change(screen.getByLabelText('Photo'), { target: { files: [photo] } })
  vi.doMock('./crop-dialog.tsx', () => {
    throw new Error('offline')
  })
  pick()
  expect(await screen.findByText('Something went wrong. Please try again.')).toBeTruthy()
  expect(field('First name').value).toBe('Folake')
  vi.doUnmock('./crop-dialog.tsx')
  pick()
  expect(await screen.findByRole('dialog')).toBeTruthy()
})

test('a photo is removed immediately, independently of the form', async () => {
  setCurrentUser({ ...me, profileImageUrl: '/files/avatars/a.webp' })
  const { seen } = stubCalls({ 'DELETE /api/auth/avatar': () => Response.json(me) })
  show()
  fill('Bio', 'Typed meanwhile')
  fireEvent.click(screen.getByRole('button', { name: 'Remove photo' }))
  expect(await screen.findByText('Your photo is removed.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add a photo' })).toBeTruthy()
  expect(field('Bio').value).toBe('Typed meanwhile')
  expect(seen).toEqual(['DELETE /api/auth/avatar'])
})
