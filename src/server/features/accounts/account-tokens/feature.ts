import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { accountTokens } from './schema.ts'

/** The one-time links of accounts: to confirm an address, and to choose a new password. */
export const accountTokensFeature = defineFeature({
  name: 'account-tokens',
  tables: [accountTokens],
  exportUser: exportRows({ tokens: accountTokens.userId }, { without: [accountTokens.hash] }),
  deleteUser: 'with the account',
})
