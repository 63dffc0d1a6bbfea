import type { FileHandle } from 'node:fs/promises'

/** Returns `length` bytes of a file from an offset; fewer at its end. */
export async function readRange(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
  return buffer.subarray(0, bytesRead)
}
