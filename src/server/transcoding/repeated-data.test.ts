import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { TranscodeTask } from '#transcode/protocol.ts'
import { aviThatRepeats, mp4ThatRepeats, mp4ThatStartsAt, webmThatGrows } from './testing/repeated-data.ts'
import {
  LONG_TIMEOUT,
  closeToolAfterTests,
  mediaTool,
  openTranscoder,
  outputFolder,
  source,
} from './testing/test-media.ts'

closeToolAfterTests()

const transcoder = openTranscoder()

async function write(bytes: Buffer): Promise<{ input: string; folder: string }> {
  const [inputs, folder] = [await outputFolder(), await outputFolder()]
  const input = path.join(inputs, 'input')
  await writeFile(input, bytes)
  return { input, folder }
}

function writingTasks(input: string, folder: string): TranscodeTask[] {
  const written = { input, folder, name: 'out' }
  return [
    { type: 'remux', ...written },
    { type: 'rendition', ...written, shortSide: 240, threads: 1 },
    { type: 'mp4', ...written, shortSide: 240, threads: 1 },
  ]
}

/** Files of less than half a megabyte that describe more than 100 MB. */
const FILES = {
  'an MP4 whose index names one picture again and again': async () =>
    mp4ThatRepeats(await readFile(await source('mp4')), 100_000),
  'a WebM whose blocks become a thousand times as large': async () =>
    webmThatGrows(await readFile(await source('recorded.webm')), { times: 40, zeros: 4_000_000 }),
}

test.each(Object.entries(FILES))(
  '%s is refused, and writes no more than it has bytes',
  async (_what, make) => {
    const { input, folder } = await write(await make())
    for (const task of [{ type: 'probe', input } as const, ...writingTasks(input, folder)]) {
      await expect(transcoder.run(task, LONG_TIMEOUT), task.type).rejects.toMatchObject({
        problem: 'repeatsData',
      })
      expect(await readdir(folder), task.type).toEqual([])
    }
  },
)

test('an AVI is read from its start to its end, whatever its index names', async () => {
  const original = await source('avi')
  const { input, folder } = await write(aviThatRepeats(await readFile(original), 20_000))
  await transcoder.run({ type: 'mp4', input, folder, name: 'out', shortSide: 240, threads: 1 }, LONG_TIMEOUT)
  const report = await mediaTool().inspect(path.join(folder, 'out.mp4'))
  const expected = await mediaTool().inspect(original)
  expect(Math.round(report.duration)).toBe(Math.round(expected.duration))
})

test('a video that was cut at its start is converted, without what was cut off', async () => {
  const { input, folder } = await write(mp4ThatStartsAt(await readFile(await source('mp4')), 1.5))
  const written = { input, folder, name: 'out' }
  // A copy would contain the pictures from the last keyframe on.
  await expect(transcoder.run({ type: 'remux', ...written }, LONG_TIMEOUT)).rejects.toMatchObject({
    problem: 'unsupportedCodec',
  })
  await transcoder.run({ type: 'mp4', ...written, shortSide: 240, threads: 1 }, LONG_TIMEOUT)
  const report = await mediaTool().inspect(path.join(folder, 'out.mp4'))
  expect(report.duration).toBeCloseTo(1.5, 0)
  expect(report.quarters[0]?.colours[1]).toBe('white')
})

test('a task that takes more processor time than its caller allows is ended', async () => {
  const { input, folder } = await write(await readFile(await source('4k.mkv')))
  const task = { type: 'rendition', input, folder, name: 'out', shortSide: 1080, threads: 1 } as const
  await expect(transcoder.run(task, { ...LONG_TIMEOUT, cpuMs: 500 })).rejects.toMatchObject({
    problem: 'timeout',
    message: expect.stringContaining('processor time'),
  })
  expect(await readdir(folder)).toEqual([])
})

test('a task that writes more than its caller allows is ended, and leaves nothing', async () => {
  const { input, folder } = await write(await readFile(await source('4k.mkv')))
  const task = { type: 'rendition', input, folder, name: 'out', shortSide: 1080, threads: 1 } as const
  await expect(transcoder.run(task, { ...LONG_TIMEOUT, maxBytes: 1000 })).rejects.toMatchObject({
    problem: 'overAllowance',
  })
  expect(await readdir(folder)).toEqual([])
})

test('a task that has ended before its folder is measured leaves nothing when it wrote too much', async () => {
  const { input, folder } = await write(await readFile(await source('mp4')))
  const task = { type: 'remux', input, folder, name: 'out' } as const
  await expect(transcoder.run(task, { ...LONG_TIMEOUT, maxBytes: 1000 })).rejects.toMatchObject({
    problem: 'overAllowance',
  })
  expect(await readdir(folder)).toEqual([])
})
