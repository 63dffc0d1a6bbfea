import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { SwitchRow } from './switch-row.tsx'

function AllowChat() {
  const [on, setOn] = useState(true)
  return <SwitchRow label="Allow chat" hint="Members can write" checked={on} onCheckedChange={setOn} />
}

test('the label toggles the switch, which exposes its state and its hint', () => {
  render(<AllowChat />)
  const control = screen.getByRole('switch', { name: 'Allow chat' })
  expect(control.getAttribute('aria-checked')).toBe('true')
  expect(document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Members can write',
  )
  fireEvent.click(screen.getByText('Allow chat'))
  expect(control.getAttribute('aria-checked')).toBe('false')
})
