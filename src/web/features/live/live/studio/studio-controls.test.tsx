import { fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { DataTestProvider } from '#web/api/test-network.tsx'
import { socket } from '#web/realtime/socket.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { BroadcastSession } from './broadcast-session.ts'
import { StudioControls } from './studio-controls.tsx'

beforeEach(() => void TestSocketServer.listen())

async function openSettings(props: { hasDevices: boolean; isLive: boolean }) {
  const session = new BroadcastSession({ streamId: 'one', socket })
  const noop = () => {}
  render(
    <StudioControls
      {...props}
      session={session}
      state={session.state.get()}
      encoder="Encoder settings"
      isStarting={false}
      isEnding={false}
      onStart={noop}
      onEnd={noop}
    />,
    { wrapper: DataTestProvider },
  )
  fireEvent.click(screen.getByRole('button', { name: 'Broadcast settings' }))
  return within(await screen.findByRole('dialog', { name: 'Broadcast settings' }))
}

test.each([false, true])('the settings contain devices and encoder settings (live: %s)', async (isLive) => {
  const settings = await openSettings({ hasDevices: true, isLive })
  expect(settings.getByLabelText('Camera')).toBeDefined()
  expect(settings.getByText('Encoder settings')).toBeDefined()
})

test('during a broadcast from elsewhere the settings contain only encoder settings', async () => {
  const settings = await openSettings({ hasDevices: false, isLive: true })
  expect(settings.getByText('Encoder settings')).toBeDefined()
  expect(settings.queryByLabelText('Camera')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Turn camera off' })).toBeNull()
})
