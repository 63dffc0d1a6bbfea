/** Handles that would pose as the site or its team, or that mean everybody. */
const RESERVED = new Set([
  'admin',
  'administrator',
  'all',
  'api',
  'contact',
  'creative_wave',
  'creativewave',
  'everyone',
  'here',
  'help',
  'info',
  'me',
  'mod',
  'moderator',
  'null',
  'official',
  'operator',
  'owner',
  'root',
  'security',
  'staff',
  'super_admin',
  'support',
  'system',
  'team',
  'undefined',
  'webmaster',
])

/** True for a handle that no member can have, however its words are joined. */
export function isReservedHandle(handle: string): boolean {
  const plain = handle.replace(/^_+|_+$/g, '')
  return RESERVED.has(plain) || RESERVED.has(plain.replaceAll('_', ''))
}
