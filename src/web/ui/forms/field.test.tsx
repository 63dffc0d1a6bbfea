import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { Field } from './field.tsx'
import { Input, Select, Textarea } from './input.tsx'

const title = (count: number, error?: string) => (
  <I18nTestProvider>
    <Field label="Title" hint="Shown on your card" count={count} max={100} error={error}>
      <Input />
    </Field>
  </I18nTestProvider>
)

const descriptionsOf = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)

test.each([
  ['an input', <Input key="input" />],
  ['a text area', <Textarea key="area" />],
  ['a list', <Select key="list" />],
])('%s is labelled by its field', (_name, control) => {
  render(
    <I18nTestProvider>
      <Field label="Title">{control}</Field>
    </I18nTestProvider>,
  )
  expect(screen.getByLabelText('Title')).toBeDefined()
})

test('an error marks the control and describes it, before the hint and the counter', () => {
  const { rerender } = render(title(23))
  const input = screen.getByLabelText('Title')
  expect(input.hasAttribute('aria-invalid')).toBe(false)
  expect(descriptionsOf(input)).toEqual(['Shown on your card', '23 / 100'])

  rerender(title(23, 'Give it a title.'))
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(descriptionsOf(input)).toEqual(['Give it a title.', 'Shown on your card', '23 / 100'])
})

test('the counter turns red at the limit, not before', () => {
  const { rerender } = render(title(99))
  expect(screen.getByText('99 / 100').className).not.toContain('text-danger')
  rerender(title(100))
  expect(screen.getByText('100 / 100').className).toContain('text-danger')
})

test('the limit is announced at 20 characters left, at the limit and above it, not at every key', () => {
  const { rerender } = render(title(79))
  const announced = () => screen.getByRole('status').textContent
  expect(announced()).toBe('')
  rerender(title(80))
  expect(announced()).toBe('20 characters left')
  rerender(title(81))
  expect(announced()).toBe('20 characters left')
  rerender(title(100))
  expect(announced()).toBe('No characters left')
  rerender(title(101))
  expect(announced()).toBe('1 character too many')
  rerender(title(10))
  expect(announced()).toBe('')
  rerender(title(95))
  expect(announced()).toBe('5 characters left')
})

test('a control outside a field keeps its own label', () => {
  render(<Input aria-label="Search" />)
  expect(screen.getByLabelText('Search').hasAttribute('aria-describedby')).toBe(false)
})
