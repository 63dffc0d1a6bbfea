import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type ResultOf, type TaskOf, partialFolder } from '#transcode/protocol.ts'
import { moveOutputs } from './move-outputs.ts'
import { outputFolder } from './testing/test-media.ts'

const RENDITION: ResultOf<TaskOf<'rendition'>> = {
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
  const task: TaskOf<'rendition'> = {
    type: 'rendition',
    input: '',
    folder: await outputFolder(),
    name: 'out',
    shortSide: 240,
    threads: 1,
  }
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

test.each(['other.mp4', 'out.svg', '../out.mp4', 'out.mp4/../../out.mp4', 'out-poster.jpg'])(
  'an output with the name %s is refused, and what is in place stays',
  async (file) => {
    const task = await folderWithPartial('out.mp4', 'out.m3u8')
    await writeFile(path.join(task.folder, 'other.mp4'), 'of another task')
    await expect(moveOutputs(task, { ...RENDITION, file })).rejects.toMatchObject({ problem: 'crashed' })
    expect(await readdir(task.folder)).toEqual(['.out.partial', 'other.mp4'])
  },
)

test('a link is no output', async () => {
  const task = await folderWithPartial('out.m3u8')
  await symlink('/etc/hostname', path.join(partialFolder(task), 'out.mp4'))
  await expect(moveOutputs(task, RENDITION)).rejects.toMatchObject({ problem: 'crashed' })
  expect(await readdir(task.folder)).toEqual(['.out.partial'])
})
