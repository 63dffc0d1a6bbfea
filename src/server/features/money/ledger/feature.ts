import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { ledgerCheckHandler } from './check-job.ts'
import { ledgerEntries, ledgerPostings, creatorEarnings } from './schema.ts'

/** The double-entry ledger of all payments. */
export const ledgerFeature = defineFeature({
  name: 'ledger',
  jobs: (context) => [ledgerCheckHandler(context)],
  tables: [ledgerEntries, ledgerPostings, creatorEarnings],
  exportUser: exportRows({ postings: ledgerPostings.userId, earnings: creatorEarnings.creatorId }),
  deleteUser: { keeps: 'entries and postings, which the law requires; with an id, without a name' },
})
