import { fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { DataTestProvider } from '#web/api/test-network.tsx'
import { socket } from '#web/realtime/socket.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { BroadcastSession } from './broadcast-session.ts'
import { StudioControls } from './studio-controls.tsx'

beforeEach(() => void TestSocketServer.listen())

async function openSettings(how: { hasDevices: boolean; isLive: boolean }) {
  const session = new BroadcastSession({ streamId: 'one', socket })
  const nothing = () => {}
  render(
    <StudioControls
      {...how}
      session={session}
      state={session.state.get()}
      encoder="What encoders are told"
      isStarting={false}
      isEnding={false}
      onStart={nothing}
      onEnd={nothing}
    />,
    { wrapper: DataTestProvider },
  )
  fireEvent.click(screen.getByRole('button', { name: 'Broadcast settings' }))
  return within(await screen.findByRole('dialog', { name: 'Broadcast settings' }))
}

test.each([false, true])(
  'the settings hold devices and what encoders are told (live: %s)',
  async (isLive) => {
    const settings = await openSettings({ hasDevices: true, isLive })
    expect(settings.getByLabelText('Camera')).toBeDefined()
    expect(settings.getByText('What encoders are told')).toBeDefined()
  },
)

test('beside a broadcast from elsewhere they hold what encoders are told alone', async () => {
  const settings = await openSettings({ hasDevices: false, isLive: true })
  expect(settings.getByText('What encoders are told')).toBeDefined()
  expect(settings.queryByLabelText('Camera')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Turn camera off' })).toBeNull()
})
