import type { ReplayedMessage } from '#shared/videos.ts'
import { ChatRow, type RowCalls } from './chat-row.tsx'

/** A message of a chat that is over: it is read, and nothing can be done with it. */
export function ReplayedRow({ replayed, streamerId }: { replayed: ReplayedMessage; streamerId: string }) {
  const { message, offset } = replayed
  return (
    <ChatRow
      entry={{ key: message.id, state: 'sent', clientId: null, message }}
      isStreamer={message.userId === streamerId}
      isMeant={false}
      isTabbable={false}
      videoSecond={offset}
      hasMenu={false}
      menu={null}
      calls={CALLS}
    />
  )
}

const CALLS: RowCalls = {
  retry: () => {},
  openMenu: () => {},
  showQuoted: (id) =>
    document.querySelector(`[data-key="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'nearest' }),
}
