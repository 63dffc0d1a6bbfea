import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SocialLink } from '#shared/community/social-links.ts'
import { stubCalls, DataTestProvider, errorResponse } from '#web/api/test-network.tsx'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { LinksEditor } from './links-editor.tsx'

const PATH = '/api/creator/social-links'
const link: SocialLink = {
  id: '0198c1d2-0000-7000-8000-0000000000aa',
  creatorId: '0198c1d2-0000-7000-8000-000000000001',
  platform: 'instagram',
  url: 'https://instagram.example/folake',
  displayName: 'The loom',
  isPublic: false,
  createdAt: '2024-03-14T10:00:00.000Z',
  updatedAt: '2024-03-14T10:00:00.000Z',
}

const show = () =>
  render(
    <DataTestProvider>
      <LinksEditor />
      <Toaster />
    </DataTestProvider>,
  )
const newLink = async () => within(await screen.findByRole('form', { name: 'New link' }))
const fill = (form: Awaited<ReturnType<typeof newLink>>, label: string | RegExp, value: string) =>
  fireEvent.change(form.getByLabelText(label), { target: { value } })

test('adding a link sends the specified fields and resets the form', async () => {
  const { bodies } = stubCalls({
    [`GET ${PATH}`]: () => Response.json([]),
    [`POST ${PATH}`]: () => Response.json(link, { status: 201 }),
  })
  show()
  const form = await newLink()
  expect(screen.getByText('No links yet.')).toBeTruthy()
  fill(form, 'Platform', 'instagram')
  fill(form, 'Address', link.url)
  fill(form, /^Display name/, ' The loom ')
  fireEvent.click(form.getByRole('switch', { name: 'Show on my profile' }))
  fireEvent.click(form.getByRole('button', { name: 'Add link' }))
  expect(await screen.findByText('Social link added')).toBeTruthy()
  expect(bodies.at(-1)).toEqual({
    platform: 'instagram',
    url: link.url,
    displayName: 'The loom',
    isPublic: false,
  })
  expect(await screen.findByRole('link', { name: /The loom/ })).toBeTruthy()
  expect(screen.getByText('Only you see it')).toBeTruthy()
  expect(form.getByLabelText<HTMLInputElement>('Address').value).toBe('')
})

test.each(['', 'javascript:alert(1)', 'example.org'])('the invalid URL %j is not sent', async (url) => {
  const { seen } = stubCalls({ [`GET ${PATH}`]: () => Response.json([]) })
  show()
  const form = await newLink()
  fill(form, 'Address', url)
  fireEvent.click(form.getByRole('button', { name: 'Add link' }))
  await expect.poll(() => form.getByLabelText('Address').getAttribute('aria-invalid')).toBe('true')
  expect(seen).toEqual([`GET ${PATH}`])
})

test('a refused link stays in the form, with the reason at its field', async () => {
  stubCalls({
    [`GET ${PATH}`]: () => Response.json([]),
    [`POST ${PATH}`]: () =>
      errorResponse(400, { code: 'invalid', fields: [{ path: 'url', message: 'Too odd.' }] }),
  })
  show()
  const form = await newLink()
  fill(form, 'Address', link.url)
  fireEvent.click(form.getByRole('button', { name: 'Add link' }))
  expect(await screen.findByText('Failed to add social link.')).toBeTruthy()
  expect(form.getByText('Too odd.')).toBeTruthy()
  expect(form.getByLabelText<HTMLInputElement>('Address').value).toBe(link.url)
})

test('a link is edited in its row, and the focus returns', async () => {
  const { bodies } = stubCalls({
    [`GET ${PATH}`]: () => Response.json([link]),
    [`PUT ${PATH}/${link.id}`]: () => Response.json({ ...link, displayName: 'My loom' }),
  })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Edit The loom' }))
  const form = within(screen.getByRole('form', { name: 'Edit The loom' }))
  expect(document.activeElement).toBe(form.getByLabelText('Platform'))
  fill(form, /^Display name/, 'My loom')
  fireEvent.click(form.getByRole('button', { name: 'Save link' }))
  expect(await screen.findByText('Social link updated')).toBeTruthy()
  expect(bodies.at(-1)).toEqual({
    platform: 'instagram',
    url: link.url,
    displayName: 'My loom',
    isPublic: false,
  })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit My loom' }))
})

test('deleting a link asks for confirmation by name', async () => {
  stubCalls({
    [`GET ${PATH}`]: () => Response.json([link]),
    [`DELETE ${PATH}/${link.id}`]: () => Response.json({ id: link.id }),
  })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Delete The loom' }))
  const dialog = within(screen.getByRole('alertdialog', { name: 'Delete “The loom”?' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Social link deleted')).toBeTruthy()
  expect(screen.getByText('No links yet.')).toBeTruthy()
})

test.each([
  ['changed', 'PUT', 'Failed to update social link.'],
  ['deleted', 'DELETE', 'Failed to delete social link.'],
])('a link that could not be %s stays, with an error toast', async (_, method, text) => {
  stubCalls({
    [`GET ${PATH}`]: () => Response.json([link]),
    [`${method} ${PATH}/${link.id}`]: () => errorResponse(500, {}),
  })
  show()
  if (method === 'PUT') {
    fireEvent.click(await screen.findByRole('button', { name: 'Edit The loom' }))
    fireEvent.click(screen.getByRole('button', { name: 'Save link' }))
  } else {
    fireEvent.click(await screen.findByRole('button', { name: 'Delete The loom' }))
    fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  }
  expect(await screen.findByText(text)).toBeTruthy()
})

test('at the maximum number of links a message replaces the form', async () => {
  const many = Array.from({ length: 20 }, (_, index) => ({ ...link, id: String(index) }))
  stubCalls({ [`GET ${PATH}`]: () => Response.json(many) })
  show()
  expect(await screen.findByText('You can have at most 20 links. Delete one to add another.')).toBeTruthy()
  expect(screen.queryByRole('form', { name: 'New link' })).toBeNull()
})

test('links that failed to load can be retried', async () => {
  let respond = () => errorResponse(500, {})
  stubCalls({ [`GET ${PATH}`]: () => respond() })
  show()
  expect(await screen.findByText('Your links could not be loaded')).toBeTruthy()
  respond = () => Response.json([link])
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('link', { name: /The loom/ })).toBeTruthy()
})
