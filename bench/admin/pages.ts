import type { Case } from './case.ts'

/** The requests that each page of admins sends when it is opened, by the names of the cases. */
const PAGES: Record<string, string[]> = {
  '/admin': ['dashboard', 'health'],
  '/admin/users': ['users, counts', 'users, first page'],
  '/admin/users/:userId': ['user, details', 'audit, about a member', 'audit, of a rare admin'],
  '/admin/users/invitations': ['invitations'],
  '/admin/analytics': ['analytics, 28 days'],
  '/admin/logs': ['logs, all', 'logs, new ones'],
  '/admin/logs?tab=audit': ['audit, all', 'audit, new ones'],
  '/admin/payments': ['payments, differences', 'payments, all'],
  '/admin/payments?tab=owed': ['payments, differences', 'payments, owed to each', 'payments, owed'],
  '/admin/payments?tab=unclaimed': ['payments, differences', 'payments, unclaimed'],
  '/admin/media': ['media, all'],
  '/admin/media?tab=storage': ['media, storage'],
  '/admin/contact': ['contact, open'],
  '/admin/settings': ['settings'],
  '/admin/live': ['live'],
}

export type Page = { name: string; paths: string[] }

export function pagesOf(cases: readonly Case[]): Page[] {
  return Object.entries(PAGES).map(([name, names]) => ({
    name,
    paths: names.map((each) => {
      const found = cases.find((one) => one.name === each)
      if (!found) throw new Error(`no case is named ${each}`)
      return found.path
    }),
  }))
}
