import { type FileHandle, open } from 'node:fs/promises'

/** Returns `length` bytes of a file from an offset; fewer at its end. */
export async function readRange(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
  return buffer.subarray(0, bytesRead)
}

/** Calls a function with an open file and its size in bytes, and closes it. */
export async function inspectFile<T>(
  path: string,
  read: (file: FileHandle, size: number) => Promise<T>,
): Promise<T> {
  const file = await open(path)
  try {
    return await read(file, (await file.stat()).size)
  } finally {
    await file.close()
  }
}
