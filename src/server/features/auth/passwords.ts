import { hash, verify } from '@node-rs/argon2'
import { createFairQueue } from '#server/concurrency/fair-queue.ts'

// OWASP's parameters; argon2id is the library's default algorithm. 10 to 90 ms of one core, off the main thread.
const options = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** Sets how much memory a hash takes from now on. Hashes that exist keep theirs, and stay valid. */
export function setHashMemory(kib: number): void {
  if (options.memoryCost === kib) return
  options.memoryCost = kib
  decoy = undefined
}

/** The threads that hash also read files: a page must not wait until a hundred passwords have been tried. */
const inTurn = createFairQueue()

/** Each `asker`, an address, waits for its own; the others' come in between. */
export function hashPassword(password: string, asker: string): Promise<string> {
  return inTurn(asker, () => hash(password.normalize('NFC'), options))
}

let decoy: Promise<string> | undefined

/** True when the password is the one that was hashed. Takes as long for an account that doesn't exist. */
export function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
  asker: string,
): Promise<boolean> {
  return inTurn(asker, async () => {
    decoy ??= hash(crypto.randomUUID(), options)
    const matches = await verify(passwordHash ?? (await decoy), password.normalize('NFC'))
    return matches && passwordHash !== null && passwordHash !== undefined
  })
}
