import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { HttpError } from '#server/http/errors.ts'

/** Characters of each truncated hash in common-passwords.txt. */
const HASH_LENGTH = 6

let hashes: Promise<ReadonlySet<string>> | undefined

/** Throws 422 at the field `path` for a common password. */
export async function refuseCommonPassword(path: string, password: string): Promise<void> {
  if (!(await isCommonPassword(password))) return
  throw new HttpError(422, 'unprocessable', 'errors.commonPassword', {
    fields: [{ path, key: 'errors.commonPassword' }],
  })
}

/** Compares without case, surrounding spaces and width (`ｐａｓｓｗｏｒｄ`). The list is loaded by the first call. */
async function isCommonPassword(password: string): Promise<boolean> {
  hashes ??= loadHashes()
  const hash = createHash('sha256')
    .update(password.normalize('NFKC').trim().toLowerCase())
    .digest('base64url')
  return (await hashes).has(hash.slice(0, HASH_LENGTH))
}

/** The build copies the file next to the bundle of the server. */
async function loadHashes(): Promise<ReadonlySet<string>> {
  const text = await readFile(new URL('common-passwords.txt', import.meta.url), 'utf8')
  return new Set(text.split('\n').filter((line) => !line.startsWith('#')))
}
