import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Tabs } from './tabs.tsx'

function Profile() {
  const [tab, setTab] = useState('posts')
  return (
    <Tabs
      label="Profile"
      value={tab}
      onValueChange={setTab}
      tabs={[
        { value: 'posts', label: 'Posts', content: 'No posts yet' },
        { value: 'streams', label: 'Streams', content: 'No streams yet' },
      ]}
    />
  )
}

test('arrow keys move between the tabs, and only the current panel is rendered', async () => {
  render(<Profile />)
  const posts = screen.getByRole('tab', { name: 'Posts' })
  expect(screen.getByRole('tabpanel').textContent).toBe('No posts yet')
  posts.focus()
  fireEvent.keyDown(posts, { key: 'ArrowRight' })
  expect(await screen.findByRole('tab', { name: 'Streams', selected: true })).toBeDefined()
  expect(screen.getByRole('tabpanel').textContent).toBe('No streams yet')
})
