import { stat } from 'node:fs/promises'
import path from 'node:path'
import { codeOf } from '#server/startup/startup-error.ts'

/** The bytes of an upload that this node has received, and when the last one arrived. */
export type Received = { bytes: number; lastAt: Date }

/** Returns undefined when this node has no file of the upload. */
export async function findReceived(folder: string, id: string): Promise<Received | undefined> {
  try {
    const { size, mtime } = await stat(path.join(folder, id))
    return { bytes: size, lastAt: mtime }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}
