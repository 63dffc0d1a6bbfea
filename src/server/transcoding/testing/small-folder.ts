import { spawnSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { outputFolder } from './test-media.ts'

/** Creates a folder on a file system of 16 kB; null where mounting one is not allowed. */
export async function mountSmallFolder(): Promise<string | null> {
  const folder = path.join(await outputFolder(), 'small')
  await mkdir(folder)
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', folder])
  if (status !== 0) return null
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  return folder
}
