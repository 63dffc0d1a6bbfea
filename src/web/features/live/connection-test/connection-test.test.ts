import { expect, onTestFinished, test, vi } from 'vitest'
import { ConnectionTest } from './connection-test.ts'

test('a check that is stopped while the browser asks for the camera stays stopped', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  let refuse = () => {}
  const asked = new Promise<MediaStream>((_, reject) => {
    refuse = () => reject(new DOMException('no', 'NotAllowedError'))
  })
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: () => asked },
  })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'))
  const check = new ConnectionTest()
  const running = check.run()
  expect(check.state.get().step).toBe('devices')
  check.close()
  refuse()
  await running
  expect(check.state.get()).toMatchObject({ step: 'idle', devices: null })
})
