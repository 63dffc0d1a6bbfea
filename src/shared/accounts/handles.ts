/** Handles that would impersonate the site or its team, or that address everybody. */
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

/** True for a handle that no user can have, whether its words are joined by underscores or not. */
export function isReservedHandle(handle: string): boolean {
  const plain = handle.replace(/^_+|_+$/g, '')
  return RESERVED.has(plain) || RESERVED.has(plain.replaceAll('_', ''))
}
