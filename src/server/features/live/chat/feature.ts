import { chatMessages, chatParticipants, chatWordLists } from './schema.ts'
import { exportRows } from '#server/db/user-rows.ts'
import { chatCleanupHandler } from './cleanup-job.ts'
import { deleteChatHandler } from './delete-chat-job.ts'
import { listenToStreamDeletions } from './listen.ts'
import { defineFeature } from '#server/feature.ts'
import { mountChat } from './routes.ts'
import { messageShown } from './message-shown.ts'

export const chatFeature = defineFeature({
  name: 'chat',
  routes: mountChat,
  updates: [messageShown],
  listen: listenToStreamDeletions,
  jobs: (context) => [deleteChatHandler(context), chatCleanupHandler(context)],
  tables: [chatMessages, chatParticipants, chatWordLists],
  exportUser: exportRows(
    { messages: chatMessages.userId, chats: chatParticipants.userId },
    { without: [chatMessages.deletedBy] },
  ),
  deleteUser: 'with the account',
})
