import { exportRows } from '#server/db/user-rows.ts'
import { defineFeature } from '#server/feature.ts'
import { chatCleanupHandler } from './cleanup-job.ts'
import { deleteChatHandler } from './delete-chat-job.ts'
import { listenToStreamDeletions } from './listen.ts'
import { messageShown } from './message-shown.ts'
import { listWordListsOf } from './word-list-queries.ts'
import { deleteMessagesOf } from './moderation-queries.ts'
import { mountChat } from './routes.ts'
import { chatMessages, chatParticipants, chatWordLists } from './schema.ts'
import { publishUserRemoved, userRemoved } from './user-removed.ts'

const exportChat = exportRows(
  { messages: chatMessages.userId, chats: chatParticipants.userId },
  { without: [chatMessages.deletedBy] },
)

/** The chat of streams, and its moderation. */
export const chatFeature = defineFeature({
  name: 'chat',
  routes: mountChat,
  jobs: (context) => [deleteChatHandler(context), chatCleanupHandler(context)],
  listen: listenToStreamDeletions,
  updates: [messageShown, userRemoved],
  tables: [chatMessages, chatParticipants, chatWordLists],
  exportUser: async (db, userId) => ({
    ...(await exportChat(db, userId)),
    wordLists: await listWordListsOf(db, userId),
  }),
  deleteUser: async (context, tx, userId) =>
    publishUserRemoved(context, tx, userId, await deleteMessagesOf(tx, userId)),
})
