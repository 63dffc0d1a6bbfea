import { hash, verify } from '@node-rs/argon2'
import { createFairQueue } from '#server/concurrency/fair-queue.ts'

// OWASP's parameters; argon2id is the library's default algorithm. A hash takes 10 to 90 ms on a worker thread.
const options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** Sets the memory cost of new hashes, in KiB. Existing hashes stay valid. */
export function setHashMemory(kib: number): void {
  if (options.memoryCost === kib) return
  options.memoryCost = kib
  decoy = undefined
}

/** Hashing shares libuv's thread pool with file reads: serving a page must not wait for a hundred passwords. */
const enqueue = createFairQueue()

/** `requester` is an IP address; the queue alternates between them. */
export function hashPassword(password: string, requester: string): Promise<string> {
  return enqueue(requester, () => hash(password.normalize('NFC'), options))
}

let decoy: Promise<string> | undefined

/** Returns true when the password matches the hash. Verifies a decoy for a missing hash, so that both take as long. */
export function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
  requester: string,
): Promise<boolean> {
  return enqueue(requester, async () => {
    decoy ??= hash(crypto.randomUUID(), options)
    const matches = await verify(passwordHash ?? (await decoy), password.normalize('NFC'))
    return matches && passwordHash !== null && passwordHash !== undefined
  })
}
