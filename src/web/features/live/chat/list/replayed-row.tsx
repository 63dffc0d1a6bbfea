import type { ReplayedMessage } from '#shared/videos/videos.ts'
import { ChatRow, type RowActions } from './chat-row.tsx'

/** A message of a replay, without actions. */
export function ReplayedRow({ replayed, streamerId }: { replayed: ReplayedMessage; streamerId: string }) {
  const { message, offset } = replayed
  return (
    <ChatRow
      entry={{ key: message.id, state: 'sent', clientId: null, message }}
      isStreamer={message.userId === streamerId}
      isAddressed={false}
      isTabbable={false}
      videoSecond={offset}
      hasMenu={false}
      menu={null}
      actions={ACTIONS}
    />
  )
}

const ACTIONS: RowActions = {
  retry: () => {},
  edit: () => {},
  openMenu: () => {},
  showQuoted: (id) =>
    document.querySelector(`[data-key="${CSS.escape(id)}"]`)?.scrollIntoView({ block: 'nearest' }),
}
