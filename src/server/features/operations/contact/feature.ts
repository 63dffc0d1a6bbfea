import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { deleteMessagesOf } from './queries.ts'
import { mountContact } from './routes.ts'
import { contactMessages } from './schema.ts'

/** Messages to the operator. */
export const contactFeature = defineFeature({
  name: 'contact',
  routes: mountContact,
  // For the map that the contact page shows on request.
  contentSources: { frameSrc: ['https://www.openstreetmap.org'] },
  tables: [contactMessages],
  exportUser: exportRows(
    { messages: contactMessages.userId },
    { without: [contactMessages.doneBy, contactMessages.assigneeId, contactMessages.answeredBy] },
  ),
  deleteUser: (_context, tx, userId) => deleteMessagesOf(tx, userId),
})
