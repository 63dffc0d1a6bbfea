import { readdir } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { childModule } from '#server/startup/child-modules.ts'
import { partialFolder } from '#transcode/protocol.ts'
import { LONG_TIMEOUT, closeToolAfterTests, outputFolder, source } from './testing/test-media.ts'
import { TranscodeError } from './transcode-error.ts'
import { TranscoderProcess } from './transcoder-process.ts'

closeToolAfterTests()

function startProcess(): TranscoderProcess {
  const child = new TranscoderProcess(childModule('transcoder'), {
    memoryBytes: 500 * 1024 ** 2,
    ...LONG_TIMEOUT,
  })
  onTestFinished(() => child.kill())
  return child
}

test('a process writes into the partial folder alone', async () => {
  const task = {
    type: 'remux',
    input: await source('mp4'),
    folder: await outputFolder(),
    name: 'out',
  } as const
  const child = startProcess()
  await child.run(task)
  await child.end()
  expect(await readdir(task.folder)).toEqual(['.out.partial'])
  expect(await readdir(partialFolder(task))).toEqual(['out.mp4'])
})

test('an end that was ordered when the result was on its way counts', async () => {
  const child = startProcess()
  await child.run({ type: 'probe', input: await source('mp4') })
  const tooMuch = new TranscodeError('overAllowance', 'it wrote too much')
  child.killFor(tooMuch)
  await expect(child.end()).rejects.toBe(tooMuch)
})
