import type { FileHandle } from 'node:fs/promises'
import { readRange } from './read-range.ts'

/**
 * Whether a file is also valid as another type: an HTML page for software that ignores the declared type, a PDF, or a
 * ZIP archive (which is read from its end). Such a file is never made by accident.
 */
export async function isPolyglot(
  file: FileHandle,
  { size, isPdf }: { size: number; isPdf: boolean },
): Promise<boolean> {
  const head = (await readRange(file, 0, MARKUP_SCAN_BYTES)).toString('latin1')
  if (MARKUP.test(head)) return true
  if (!isPdf && head.slice(0, PDF_SCAN_BYTES).includes('%PDF-')) return true
  return endsWithZipRecord(file, size)
}

const MARKUP_SCAN_BYTES = 16 * 1024
/** PDF readers accept the header anywhere within these bytes. */
const PDF_SCAN_BYTES = 1024
/** Start tags by which browsers sniff HTML, SVG or a script. XMP metadata in images is XML without them. */
const MARKUP = /<(?:!doctype\s+(?:html|svg)|html|head|body|script|iframe|svg|\?php)[\s/>]/i

const ZIP_END_SIGNATURE = Buffer.from('PK\x05\x06', 'latin1')
const ZIP_END_BYTES = 22
const MAX_COMMENT_BYTES = 0xffff

/** A ZIP file ends with the end-of-central-directory record; only a comment can follow it. */
async function endsWithZipRecord(file: FileHandle, size: number): Promise<boolean> {
  const start = Math.max(0, size - ZIP_END_BYTES - MAX_COMMENT_BYTES)
  const tail = await readRange(file, start, size - start)
  for (
    let offset = tail.lastIndexOf(ZIP_END_SIGNATURE);
    offset >= 0;
    offset = tail.lastIndexOf(ZIP_END_SIGNATURE, offset - 1)
  ) {
    if (isZipEndRecord(tail.subarray(offset))) return true
    if (offset === 0) return false
  }
  return false
}

/** Checks the fields too: the signature alone occurs by chance in about one of 65,000 files. */
function isZipEndRecord(record: Buffer): boolean {
  if (record.length < ZIP_END_BYTES) return false
  const [disk, startDisk] = [record.readUInt16LE(4), record.readUInt16LE(6)]
  const [entriesHere, entries] = [record.readUInt16LE(8), record.readUInt16LE(10)]
  return (
    disk === startDisk && entriesHere === entries && record.length >= ZIP_END_BYTES + record.readUInt16LE(20)
  )
}
