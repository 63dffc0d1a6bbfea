import { expect, onTestFinished, test, vi } from 'vitest'
import { ConnectionTest } from './connection-test.ts'

test('a test that is stopped during the permission prompt stays stopped', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  let refuse = () => {}
  const prompt = new Promise<MediaStream>((_, reject) => {
    refuse = () => reject(new DOMException('no', 'NotAllowedError'))
  })
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: () => prompt },
  })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'))
  const connectionTest = new ConnectionTest()
  const running = connectionTest.run()
  expect(connectionTest.state.get().step).toBe('devices')
  connectionTest.close()
  refuse()
  await running
  expect(connectionTest.state.get()).toMatchObject({ step: 'idle', devices: null })
})
