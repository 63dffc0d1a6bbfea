import { fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { SiteSetting } from '#shared/operations/admin-settings.ts'
import { DataTestProvider, errorResponse, stubCalls } from '#web/api/test-network.tsx'
import { Toaster } from '#web/ui/overlays/toaster.tsx'
import { AddSettingDialog, EditSettingDialog } from './setting-dialog.tsx'
import { testKnownSetting, testOwnSetting } from './test-settings.ts'

const PATH = '/api/admin/settings'
const POST = `POST ${PATH}`

type Handlers = Parameters<typeof stubCalls>[0]

function show(dialog: ReactNode, handlers: Handlers) {
  const calls = stubCalls(handlers)
  render(
    <DataTestProvider>
      {dialog}
      <Toaster />
    </DataTestProvider>,
  )
  return calls
}

const saved: Handlers = { [POST]: ({ body }) => Response.json({ ...testOwnSetting(), ...Object(body) }) }
const edit = (setting: SiteSetting, handlers = saved) =>
  show(<EditSettingDialog setting={setting} onClose={() => {}} />, handlers)
const add = (handlers = saved) =>
  show(<AddSettingDialog existing={[testKnownSetting()]} category="social" onClose={() => {}} />, handlers)

const value = () => screen.getByLabelText<HTMLTextAreaElement>('Value')
const change = (element: HTMLElement, text: string) => fireEvent.change(element, { target: { value: text } })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('a setting is added in the category of the filter, once it has a key and a value', async () => {
  const { bodies } = add()
  const submit = button('Add setting')
  expect(submit.disabled).toBe(true)
  change(screen.getByLabelText('Key'), 'festival.motto')
  expect(submit.disabled).toBe(true)
  change(value(), '  ')
  expect(submit.disabled).toBe(true)
  change(value(), 'Together')
  change(screen.getByLabelText(/^Description/), 'What we say.')
  fireEvent.click(submit)
  expect(await screen.findByText('Setting created')).toBeTruthy()
  expect(bodies).toEqual([
    {
      key: 'festival.motto',
      value: 'Together',
      type: 'string',
      description: 'What we say.',
      category: 'social',
    },
  ])
})

test('the editor of a new value follows its type', () => {
  add()
  const choose = (type: string) => change(screen.getByLabelText('Type'), type)
  expect(value().tagName).toBe('INPUT')
  change(value(), 'Together')
  choose('json')
  expect(value().tagName).toBe('TEXTAREA')
  expect(value().value).toBe('Together')
  choose('number')
  expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Value' }).value).toBe('')
  choose('boolean')
  const control = screen.getByRole('switch', { name: 'Value' })
  expect(control.getAttribute('aria-checked')).toBe('false')
  change(screen.getByLabelText('Key'), 'own')
  expect(button('Add setting').disabled).toBe(false)
  fireEvent.click(control)
  choose('string')
  expect(value().value).toBe('true')
})

test('a key that is used already is refused, since the call would change that setting', async () => {
  const { seen } = add()
  change(screen.getByLabelText('Key'), ' general.siteName ')
  change(value(), 'Mawimbi')
  fireEvent.click(button('Add setting'))
  expect(
    await screen.findByText('There is already a setting with this key. Edit that one instead.'),
  ).toBeTruthy()
  change(screen.getByLabelText('Key'), 'general.siteName2')
  expect(screen.queryByText(/^There is already a setting with this key/)).toBeNull()
  expect(seen).toEqual([])
})

test('a key that cannot be part of a path is refused at its field', async () => {
  const { seen } = add()
  change(screen.getByLabelText('Key'), 'two words')
  change(value(), 'x')
  fireEvent.click(button('Add setting'))
  expect(await screen.findByText("This isn't valid here.")).toBeTruthy()
  expect(screen.getByLabelText('Key').getAttribute('aria-invalid')).toBe('true')
  expect(seen).toEqual([])
})

test('an error without a field is shown in the dialog', async () => {
  const message = 'You can have at most 200 settings of your own. Delete one first.'
  add({ [POST]: () => errorResponse(422, { code: 'unprocessable', message }) })
  change(screen.getByLabelText('Key'), 'own')
  change(value(), 'x')
  fireEvent.click(button('Add setting'))
  expect(await within(screen.getByRole('dialog')).findByText(message)).toBeTruthy()
  expect(screen.getAllByText('Failed to create site setting.').length).toBeGreaterThan(0)
})

test('only the value of a known setting is edited, beside its default', async () => {
  const { bodies } = edit(testKnownSetting())
  expect(screen.queryByLabelText('Type')).toBeNull()
  expect(screen.getByRole('dialog').textContent).toContain('Default: Creative Wave')
  const submit = button('Save')
  expect(submit.disabled).toBe(true)
  change(value(), '')
  expect(submit.disabled).toBe(true)
  change(value(), 'Mawimbi')
  fireEvent.click(submit)
  expect(await screen.findByText('Setting updated')).toBeTruthy()
  expect(bodies).toMatchObject([{ key: 'general.siteName', value: 'Mawimbi' }])
})

test('an emptied value whose default is empty restores the default', async () => {
  const notice = testKnownSetting({
    key: 'general.notice',
    value: 'Festival!',
    isDefault: false,
    defaultValue: '',
  })
  const { seen } = edit(notice, {
    [`DELETE ${PATH}/general.notice`]: () => Response.json({ deleted: true }),
  })
  change(value(), ' ')
  fireEvent.click(button('Save'))
  expect(await screen.findByText('Setting updated')).toBeTruthy()
  expect(seen).toEqual([`DELETE ${PATH}/general.notice`])
})

test('JSON that cannot be parsed is refused at its line and column, where the caret is put', async () => {
  const { bodies } = edit(
    testKnownSetting({ key: 'limits.posts', type: 'json', value: '{"points":30,"seconds":600}' }),
  )
  expect(value().value).toBe('{\n  "points": 30,\n  "seconds": 600\n}')
  expect(value().className).toContain('font-mono')
  const broken = '{\n  "points": 30\n  "seconds": 600\n}'
  change(value(), broken)
  fireEvent.click(button('Save'))
  expect(await screen.findByText("This isn't valid JSON. The error is in line 3, column 3.")).toBeTruthy()
  expect(bodies).toEqual([])
  expect(document.activeElement).toBe(value())
  expect(value().selectionStart).toBe(broken.indexOf('"seconds"'))
  change(value(), '{"points":31,"seconds":600}')
  expect(screen.queryByText(/^This isn't valid JSON/)).toBeNull()
  fireEvent.click(button('Save'))
  expect(await screen.findByText('Setting updated')).toBeTruthy()
  expect(bodies).toMatchObject([{ value: '{"points":31,"seconds":600}' }])
})

test('the JSON of a custom setting stays as it was written', () => {
  edit(testOwnSetting({ type: 'json', value: '{"id":12345678901234567890}' }))
  expect(value().value).toBe('{"id":12345678901234567890}')
})

test('a number has a numeric input, and the server’s reason is shown beside it', async () => {
  const { bodies } = edit(testKnownSetting({ key: 'limits.bio', type: 'number', value: '1000' }), {
    [POST]: () =>
      errorResponse(400, { code: 'invalid', fields: [{ path: 'value', message: 'This is out of range.' }] }),
  })
  const input = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Value' })
  expect(input.inputMode).toBe('decimal')
  change(input, '0')
  fireEvent.click(button('Save'))
  expect(await screen.findByText('This is out of range.')).toBeTruthy()
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getAllByText('Failed to update site setting.')).toHaveLength(1)
  expect(bodies).toMatchObject([{ value: '0' }])
})

test('everything of a custom setting but its key is edited', async () => {
  const { bodies } = edit(testOwnSetting())
  expect(screen.queryByLabelText('Key')).toBeNull()
  change(screen.getByLabelText('Category'), 'payments')
  change(screen.getByLabelText('Type'), 'number')
  expect(button('Save').disabled).toBe(true)
  change(value(), '12.5')
  fireEvent.click(button('Save'))
  expect(await screen.findByText('Setting updated')).toBeTruthy()
  expect(bodies).toEqual([
    { key: 'festival.motto', value: '12.5', type: 'number', description: '', category: 'payments' },
  ])
})

test('a list of watched words says how many it has, and selects the line that is wrong', async () => {
  const { bodies } = edit(
    testKnownSetting({ key: 'community.refusedWords', value: '', defaultValue: '', maxWords: 1000 }),
  )
  change(value(), 'one\n\nTwo words\nONE')
  expect(screen.getByText('2 of 1,000 words, one on each line.')).toBeTruthy()
  change(value(), 'one\na$$\ntwo')
  fireEvent.click(button('Save'))
  expect(await screen.findByText(/^Line 2 can't be watched for/)).toBeTruthy()
  expect(value().value.slice(value().selectionStart, value().selectionEnd)).toBe('a$$')
  expect(document.activeElement).toBe(value())
  change(value(), 'one\ntwo')
  fireEvent.click(button('Save'))
  expect(await screen.findByText('Setting updated')).toBeTruthy()
  expect(bodies).toMatchObject([{ key: 'community.refusedWords', value: 'one\ntwo' }])
})
