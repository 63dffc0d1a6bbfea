import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { ledgerCheckHandler } from './check-job.ts'
import { ledgerEntries, ledgerPostings, creatorEarnings } from './schema.ts'

/** The accounts of all payments. */
export const ledgerFeature = defineFeature({
  name: 'ledger',
  jobs: (context) => [ledgerCheckHandler(context)],
  tables: [ledgerEntries, ledgerPostings, creatorEarnings],
  exportUser: exportRows({ postings: ledgerPostings.userId, earnings: creatorEarnings.creatorId }),
  deleteUser: { keeps: 'the accounts, by law; without a name' },
})
