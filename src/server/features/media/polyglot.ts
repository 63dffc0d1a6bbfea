import type { FileBytes } from './file-bytes.ts'

/**
 * Whether a file is something else as well: a page for whoever ignores its type, a document, or an archive (which is
 * read from its end). Nobody makes such a file by accident.
 */
export async function isPolyglot(file: FileBytes, { isPdf }: { isPdf: boolean }): Promise<boolean> {
  const head = (await file.read(0, HEAD_BYTES)).toString('latin1')
  if (MARKUP.test(head)) return true
  if (!isPdf && head.slice(0, PDF_HEADER_WITHIN).includes('%PDF-')) return true
  return endsAsArchive(file)
}

const HEAD_BYTES = 16 * 1024
/** Readers of PDF look so far for its header. */
const PDF_HEADER_WITHIN = 1024
/** The start of a page, a drawing or a script, as browsers look for it. An image's own notes are XML without these. */
const MARKUP = /<(?:!doctype\s+(?:html|svg)|html|head|body|script|iframe|svg|\?php)[\s/>]/i

const ARCHIVE_END = Buffer.from('PK\x05\x06', 'latin1')
const ARCHIVE_END_BYTES = 22
const COMMENT_BYTES = 0xffff

/** A ZIP file ends with a record of its own, after which only a comment may come. */
async function endsAsArchive(file: FileBytes): Promise<boolean> {
  const start = Math.max(0, file.size - ARCHIVE_END_BYTES - COMMENT_BYTES)
  const tail = await file.read(start, file.size - start)
  for (let at = tail.lastIndexOf(ARCHIVE_END); at >= 0; at = tail.lastIndexOf(ARCHIVE_END, at - 1)) {
    if (isArchiveEnd(tail.subarray(at))) return true
    if (at === 0) return false
  }
  return false
}

/** The four bytes alone come up by chance once in 65,000 files. */
function isArchiveEnd(record: Buffer): boolean {
  if (record.length < ARCHIVE_END_BYTES) return false
  const [disk, startDisk] = [record.readUInt16LE(4), record.readUInt16LE(6)]
  const [entriesHere, entries] = [record.readUInt16LE(8), record.readUInt16LE(10)]
  return (
    disk === startDisk &&
    entriesHere === entries &&
    record.length >= ARCHIVE_END_BYTES + record.readUInt16LE(20)
  )
}
