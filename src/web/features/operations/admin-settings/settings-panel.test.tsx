import { fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SiteSetting } from '#shared/operations/admin-settings.ts'
import { DataTestProvider, errorResponse, stubCalls } from '#web/api/test-network.tsx'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { testKnownSetting, testOwnSetting } from './test-settings.ts'

beforeEach(() => history.replaceState(null, '', '/admin/settings'))
afterEach(() => history.replaceState(null, '', '/'))

type Handlers = Parameters<typeof stubCalls>[0]
const PATH = '/api/admin/settings'

/** `settings` is what is listed at each load. */
function show(settings: SiteSetting[], handlers: Handlers = {}) {
  const calls = stubCalls({ [`GET ${PATH}`]: () => Response.json(settings), ...handlers })
  render(
    <DataTestProvider>
      <SettingsPanel />
      <Toaster />
    </DataTestProvider>,
  )
  return calls
}

const rowOf = async (key: string) => {
  const row = (await screen.findByText(key, { selector: 'bdi' })).closest('li')
  if (!row) throw new Error(`no row of ${key}`)
  return row
}
const facebook = testKnownSetting({
  key: 'social.facebook',
  value: 'https://example.org',
  description: 'Where the footer’s link to Facebook leads.',
  category: 'social',
  isDefault: false,
  defaultValue: 'https://www.facebook.com/',
})
const appointment = testKnownSetting({
  key: 'general.superAdminsAppointAdmins',
  type: 'boolean',
  value: 'true',
  defaultValue: 'true',
})

test('settings are listed by category, each with its value, description and default', async () => {
  show([testKnownSetting(), testOwnSetting(), facebook])
  const changed = await rowOf('social.facebook')
  expect(screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent)).toEqual([
    'General',
    'Social',
  ])
  for (const text of ['https://example.org', 'Changed', facebook.description ?? ''])
    expect(within(changed).getByText(text)).toBeTruthy()
  expect(changed.textContent).toContain('Default: https://www.facebook.com/')
  const unchanged = await rowOf('general.siteName')
  expect(within(unchanged).getByText('Default')).toBeTruthy()
  expect(within(unchanged).queryByRole('button', { name: /^Reset/ })).toBeNull()
  expect(within(await rowOf('festival.motto')).getByText('Only stored')).toBeTruthy()
})

test('a value that is not valid any more is marked, and the default that is in effect is shown', async () => {
  show([
    testKnownSetting({
      key: 'limits.post',
      type: 'number',
      value: 'many',
      isDefault: false,
      isValid: false,
      defaultValue: '5000',
    }),
  ])
  const row = await rowOf('limits.post')
  expect(within(row).getByText('Not valid')).toBeTruthy()
  expect(within(row).getByText('5000')).toBeTruthy()
  expect(row.textContent).toContain("Stored is many, which isn't valid any more")
  expect(within(row).getByRole('button', { name: 'Reset to default: limits.post' })).toBeTruthy()
})

test('markup in a value or a description is shown as text', async () => {
  const markup = '<img src=x onerror="alert(1)">'
  show([testOwnSetting({ value: markup, description: `<b>${markup}</b>` })])
  const row = await rowOf('festival.motto')
  expect(within(row).getByText(markup)).toBeTruthy()
  expect(within(row).getByText(`<b>${markup}</b>`)).toBeTruthy()
  expect(document.querySelector('img, b')).toBeNull()
})

test('the list is filtered by text without accents, and by the category in the URL', async () => {
  show([testKnownSetting(), facebook, testOwnSetting({ key: 'own', description: 'Le café' })])
  const field = await screen.findByRole('searchbox')
  const shownKeys = () => screen.queryAllByRole('heading', { level: 3 }).map((each) => each.textContent)
  fireEvent.change(field, { target: { value: ' CAFE ' } })
  expect(shownKeys()).toEqual(['ownOnly stored'])
  fireEvent.change(field, { target: { value: 'FOOTER' } })
  expect(shownKeys()).toEqual(['social.facebookChanged'])
  expect(screen.getByText('1 setting')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Category'), { target: { value: 'general' } })
  expect(location.search).toBe('?category=general')
  expect(screen.getByRole('heading', { name: 'No setting matches' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show all settings' }))
  expect(shownKeys()).toHaveLength(3)
  expect(location.search).toBe('')
})

test('a category without settings says so', async () => {
  history.replaceState(null, '', '/admin/settings?category=payments')
  show([testKnownSetting()])
  expect(await screen.findByRole('heading', { name: 'No settings here' })).toBeTruthy()
})

test('a list that could not be loaded can be loaded again', async () => {
  let respond = () => errorResponse(500, {})
  show([], { [`GET ${PATH}`]: () => respond() })
  expect(await screen.findByText('The settings could not be loaded')).toBeTruthy()
  respond = () => Response.json([testKnownSetting()])
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await rowOf('general.siteName')).toBeTruthy()
})

test('a switch stores its value at once, and the list is loaded again', async () => {
  const settings = [appointment]
  const { seen, bodies } = show(settings, {
    [`POST ${PATH}`]: () => {
      settings[0] = { ...appointment, value: 'false', isDefault: false }
      return Response.json(settings[0])
    },
  })
  const control = await screen.findByRole('switch', { name: 'general.superAdminsAppointAdmins' })
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
  fireEvent.click(control)
  expect(await screen.findByText('Setting updated')).toBeTruthy()
  expect(bodies[1]).toMatchObject({
    key: 'general.superAdminsAppointAdmins',
    value: 'false',
    type: 'boolean',
  })
  expect(seen).toEqual([`GET ${PATH}`, `POST ${PATH}`, `GET ${PATH}`])
  expect(control.getAttribute('aria-checked')).toBe('false')
})

test('a switch that could not be stored goes back', async () => {
  show([appointment], { [`POST ${PATH}`]: () => errorResponse(500, {}) })
  const control = await screen.findByRole('switch', { name: 'general.superAdminsAppointAdmins' })
  fireEvent.click(control)
  expect(await screen.findByText('Failed to update site setting.')).toBeTruthy()
  expect(screen.getByText('Error')).toBeTruthy()
  expect(control.getAttribute('aria-checked')).toBe('true')
})

test('a setting that only super_admins change says so, and offers no change', async () => {
  show([{ ...appointment, isDefault: false, isLocked: true }])
  const control = await screen.findByRole('switch', {
    name: 'general.superAdminsAppointAdmins',
    description: 'Only super admins can change this.',
  })
  expect(control.hasAttribute('disabled')).toBe(true)
  const row = within(await rowOf('general.superAdminsAppointAdmins'))
  expect(row.queryByRole('button')).toBeNull()
})

test('a refused change of a switch says why', async () => {
  const message = 'Only super admins can change this setting.'
  show([appointment], { [`POST ${PATH}`]: () => errorResponse(403, { code: 'forbidden', message }) })
  fireEvent.click(await screen.findByRole('switch'))
  expect(await screen.findByText(message)).toBeTruthy()
})

test('a changed setting is reset after a confirmation that names it', async () => {
  const settings = [facebook]
  show(settings, {
    [`DELETE ${PATH}/social.facebook`]: () => {
      settings[0] = { ...facebook, value: facebook.defaultValue ?? '', isDefault: true }
      return Response.json({ deleted: true })
    },
  })
  const button = await screen.findByRole('button', { name: 'Reset to default: social.facebook' })
  button.focus()
  fireEvent.click(button)
  const dialog = screen.getByRole('alertdialog', { name: 'Reset social.facebook to its default?' })
  expect(dialog.textContent).toContain('https://www.facebook.com/')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Reset to default' }))
  expect(await screen.findByText('Setting updated')).toBeTruthy()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  const row = await rowOf('social.facebook')
  await expect.poll(() => document.activeElement).toBe(row)
})

test('a reset that is refused says why', async () => {
  const message = "The smallest tip can't be more than the largest."
  show([facebook], {
    [`DELETE ${PATH}/social.facebook`]: () =>
      errorResponse(422, { code: 'unprocessable', message, fields: [{ path: 'value', message }] }),
  })
  fireEvent.click(await screen.findByRole('button', { name: /^Reset/ }))
  const dialog = screen.getByRole('alertdialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Reset to default' }))
  expect(await within(dialog).findByText(message)).toBeTruthy()
})

test('a custom setting is deleted after a confirmation that names it, and the focus stays on the list', async () => {
  const settings = [testKnownSetting(), testOwnSetting()]
  show(settings, {
    [`DELETE ${PATH}/festival.motto`]: () => {
      settings.pop()
      return Response.json({ deleted: true })
    },
  })
  const button = await screen.findByRole('button', { name: 'Delete festival.motto' })
  button.focus()
  fireEvent.click(button)
  const dialog = within(screen.getByRole('alertdialog', { name: 'Delete festival.motto?' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Setting deleted')).toBeTruthy()
  expect(screen.queryByText('festival.motto')).toBeNull()
  const list = screen.getByRole('heading', { name: 'General' }).closest('[tabindex]')
  await expect.poll(() => document.activeElement).toBe(list)
})
