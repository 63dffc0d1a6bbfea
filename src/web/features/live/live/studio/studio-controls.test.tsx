import { fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { DataTestProvider } from '#web/api/test-network.tsx'
import { socket } from '#web/realtime/socket.ts'
import { TestSocketServer } from '#web/realtime/test-socket-server.ts'
import { BroadcastSession } from './broadcast-session.ts'
import { useStudioControls } from './studio-controls.tsx'

beforeEach(() => {
  TestSocketServer.listen()
  onEnd.mockReset()
})

function Controls(props: Parameters<typeof useStudioControls>[0]) {
  const { controls, dialogs } = useStudioControls(props)
  return (
    <>
      {controls}
      {dialogs}
    </>
  )
}

const onEnd = vi.fn<() => void>()

function show(props: { hasDevices: boolean; isLive: boolean }) {
  const session = new BroadcastSession({ streamId: 'one', socket })
  render(
    <Controls
      {...props}
      session={session}
      state={session.state.get()}
      encoder="Encoder settings"
      isStarting={false}
      isEnding={false}
      onStart={() => {}}
      onEnd={onEnd}
    />,
    { wrapper: DataTestProvider },
  )
}

async function openSettings(props: { hasDevices: boolean; isLive: boolean }) {
  show(props)
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

test('the end is asked about, with the focus on going on', () => {
  show({ hasDevices: true, isLive: true })
  const end = () => fireEvent.click(screen.getByRole('button', { name: 'End Stream' }))
  end()
  const dialog = within(screen.getByRole('alertdialog', { name: 'End this stream?' }))
  const keep = dialog.getByRole('button', { name: 'Keep streaming' })
  expect(document.activeElement).toBe(keep)
  fireEvent.click(keep)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(onEnd).not.toHaveBeenCalled()
  end()
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'End Stream' }))
  expect(onEnd).toHaveBeenCalledOnce()
})

test('encoder and sound settings are folded', async () => {
  const settings = await openSettings({ hasDevices: true, isLive: false })
  expect(settings.getByLabelText('Echo cancellation').closest('details')?.open).toBe(false)
})
