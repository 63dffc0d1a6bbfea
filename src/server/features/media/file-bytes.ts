import { type FileHandle, open } from 'node:fs/promises'

/** A file that is looked at here and there, and mended in place. */
export type FileBytes = {
  size: number
  /** `length` bytes from an offset; fewer at the end of the file. */
  read(offset: number, length: number): Promise<Buffer>
  /** Overwrites bytes that are there; never makes the file longer. */
  write(offset: number, bytes: Uint8Array): Promise<void>
  /** Overwrites a part of the file with zeros. */
  blank(offset: number, length: number): Promise<void>
}

/** Opens a file for a job, and closes it after. */
export async function withFile<T>(path: string, job: (file: FileBytes) => Promise<T>): Promise<T> {
  const handle = await open(path, 'r+')
  try {
    return await job(await fileBytes(handle))
  } finally {
    await handle.close()
  }
}

/** Bytes that are read at once: headers stand close together. */
const WINDOW = 64 * 1024
const ZEROS = Buffer.alloc(256 * 1024)

async function fileBytes(handle: FileHandle): Promise<FileBytes> {
  const { size } = await handle.stat()
  let window = { start: 0, bytes: Buffer.alloc(0) }
  const load = async (start: number, length: number) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start)
    return buffer.subarray(0, bytesRead)
  }
  const write = async (offset: number, bytes: Uint8Array) => {
    const fitting = bytes.subarray(0, Math.max(0, size - offset))
    if (fitting.length > 0) await handle.write(fitting, 0, fitting.length, offset)
    window = { start: 0, bytes: Buffer.alloc(0) }
  }
  return {
    size,
    async read(offset, length) {
      if (length > WINDOW) return load(offset, Math.min(length, Math.max(0, size - offset)))
      const end = window.start + window.bytes.length
      if (offset < window.start || offset + length > end)
        window = { start: offset, bytes: await load(offset, WINDOW) }
      return window.bytes.subarray(offset - window.start, offset - window.start + length)
    },
    write,
    async blank(offset, length) {
      for (let done = 0; done < length; done += ZEROS.length) {
        await write(offset + done, ZEROS.subarray(0, Math.min(ZEROS.length, length - done)))
      }
    },
  }
}
