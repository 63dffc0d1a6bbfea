import { createHash } from 'node:crypto'
import { HttpError } from '#server/http/errors.ts'

/** Characters of each truncated hash in the list. */
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

async function loadHashes(): Promise<ReadonlySet<string>> {
  const { HASHES } = await import('./common-password-hashes.ts')
  const text = HASHES.replaceAll('\n', '')
  return new Set(
    Array.from({ length: text.length / HASH_LENGTH }, (_, index) =>
      text.slice(index * HASH_LENGTH, (index + 1) * HASH_LENGTH),
    ),
  )
}
