import { v5 } from 'uuid'

/** The namespace of these ids; it never changes, or they would. */
const NAMESPACE = 'be33ee9e-9fc7-489e-a6b1-b22ffa52d662'

/** Returns the id of something that has no row with one: always the same for the same name (UUID version 5). */
export const derivedId = (kind: 'setting' | 'earnings', name: string): string =>
  v5(`${kind}:${name}`, NAMESPACE)
