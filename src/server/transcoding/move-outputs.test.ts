import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type TaskResult, partialFolder } from '#transcode/protocol.ts'
import { moveOutputs } from './move-outputs.ts'
import { outputFolder } from './testing/test-media.ts'

const RENDITION: TaskResult = {
  type: 'rendition',
  file: 'out.mp4',
  playlist: 'out.m3u8',
  bytes: 1,
  duration: 1,
  bandwidth: 1,
  averageBandwidth: 1,
  codecs: 'mp4a.40.2',
  picture: null,
}

async function folderWithPartial(...files: string[]) {
  const task = { folder: await outputFolder(), name: 'out' }
  await mkdir(partialFolder(task))
  for (const file of files) await writeFile(path.join(partialFolder(task), file), 'written')
  return task
}

test('the outputs are moved into place', async () => {
  const task = await folderWithPartial('out.mp4', 'out.m3u8')
  await moveOutputs(task, RENDITION)
  expect(await readdir(task.folder)).toEqual(['.out.partial', 'out.m3u8', 'out.mp4'])
  expect(await readdir(partialFolder(task))).toEqual([])
})

test('when one of them cannot be moved, none of them is in place', async () => {
  const task = await folderWithPartial('out.mp4')
  await expect(moveOutputs(task, RENDITION)).rejects.toMatchObject({ problem: 'ioError' })
  expect(await readdir(task.folder)).toEqual(['.out.partial'])
})
