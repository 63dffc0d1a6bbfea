import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { Pipeline } from '#server/http/connections/pipelining.ts'
import { testLog } from '#server/testing/error-log.ts'
import { createServer } from './create-server.ts'

test('a plug-in may start after the machine was suspended for longer than any limit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { http: timeouts } = readConfig({ NODE_ENV: 'test', DATA_DIR: '/unused' })
  const app = createServer({ log: testLog, trustProxy: [], pipeline: new Pipeline(), bodyLimit: 1, timeouts })
  onTestFinished(() => app.close())
  app.register(async () => {
    await vi.advanceTimersByTimeAsync(60 * 60 * 1000)
  })
  await expect(app.ready()).resolves.toBe(app)
})
