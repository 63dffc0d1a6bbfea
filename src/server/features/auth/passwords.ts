import { hash, verify } from '@node-rs/argon2'

// OWASP's parameters; argon2id is the library's default algorithm. About 90 ms of one core, off the main thread.
const OPTIONS = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), OPTIONS)
}

let decoy: Promise<string> | undefined

/** True when the password is the one that was hashed. Takes as long for an account that doesn't exist. */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID())
  const matches = await verify(passwordHash ?? (await decoy), password.normalize('NFC'))
  return matches && passwordHash !== null && passwordHash !== undefined
}
