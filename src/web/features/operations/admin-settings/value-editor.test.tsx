import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { SettingType } from '#shared/settings/setting.ts'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { ValueEditor } from './value-editor.tsx'

function Editor({ type, initial }: { type: SettingType; initial: string }) {
  const [value, setValue] = useState(initial)
  return (
    <I18nTestProvider>
      <ValueEditor
        type={type}
        options={null}
        maxWords={null}
        error={undefined}
        name="value"
        value={value}
        onChange={setValue}
        customRef={() => {}}
      />
      <output>{value}</output>
    </I18nTestProvider>
  )
}

const show = (type: SettingType, initial: string) => render(<Editor type={type} initial={initial} />)
const editor = () => screen.getByLabelText<HTMLTextAreaElement>('Value')

test('a boolean is a switch between the texts true and false', () => {
  show('boolean', 'true')
  const control = screen.getByRole('switch', { name: 'Value' })
  fireEvent.click(control)
  expect(control.getAttribute('aria-checked')).toBe('false')
  expect(screen.getByText('false')).toBeTruthy()
  fireEvent.click(control)
  expect(screen.getByText('true')).toBeTruthy()
})

test('a number has a numeric input', () => {
  show('number', '12.5')
  const input = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Value' })
  expect([input.value, input.inputMode]).toEqual(['12.5', 'decimal'])
})

test('JSON has several lines in a monospace font', () => {
  show('json', '[]')
  expect(editor().tagName).toBe('TEXTAREA')
  expect(editor().className).toContain('font-mono')
})

test('a short text has one line', () => {
  show('string', 'x'.repeat(80))
  expect(editor().tagName).toBe('INPUT')
})

test.each([
  ['a line break', 'One\nTwo'],
  ['more than 80 characters', 'x'.repeat(81)],
])('a text with %s has several lines', (_name, text) => {
  show('string', text)
  expect(editor().tagName).toBe('TEXTAREA')
})

test('a text that gets long has several lines, and keeps the focus', () => {
  show('string', 'x')
  editor().focus()
  fireEvent.change(editor(), { target: { value: 'x'.repeat(81) } })
  expect(editor().tagName).toBe('TEXTAREA')
  expect(document.activeElement).toBe(editor())
})

test('several lines can be written where there is one', () => {
  show('string', 'x')
  fireEvent.click(screen.getByRole('button', { name: 'Write several lines' }))
  expect(editor().tagName).toBe('TEXTAREA')
  expect(document.activeElement).toBe(editor())
})
