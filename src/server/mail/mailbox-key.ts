/** Hosts of one mail service, which ignores dots before the @. */
const GMAIL_HOSTS = new Set(['gmail.com', 'googlemail.com'])

/**
 * Returns the key of the mailbox that an address most probably delivers to: `victim+1@host` and `Victim@host` are one. Only
 * for limits of mails: an account is found and mailed by its address as it is, as another host may deliver the two apart.
 */
export function mailboxKey(email: string): string {
  const at = email.lastIndexOf('@')
  const host = email.slice(at + 1).toLowerCase()
  const local = email.slice(0, at).toLowerCase()
  // An address that begins with a plus has no other name.
  const name = local.replace(/(?<=.)\+.*$/u, '')
  return GMAIL_HOSTS.has(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`
}
