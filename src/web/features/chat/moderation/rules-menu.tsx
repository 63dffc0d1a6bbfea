import { UserX } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ChatRules } from '#shared/chat.ts'
import {
  DropdownMenu,
  DropdownMenuItem,
  DropdownMenuRadio,
  DropdownMenuSeparator,
} from '#web/ui/overlays/dropdown-menu.tsx'
import { BansDialog } from './bans-dialog.tsx'
import type { ChatSession } from '#web/features/chat/session/chat-session.ts'
import { useModeration } from './use-moderation.ts'

/** Seconds between two messages of a member that slow mode can ask for. */
const PAUSES = [3, 10, 30, 60, 120]

type RulesMenuProps = { session: ChatSession; streamId: string; rules: ChatRules; trigger: ReactNode }

/** The rules of a chat, and whom it refuses, for those who moderate it. */
export function RulesMenu({ session, streamId, rules, trigger }: RulesMenuProps) {
  const t = useTranslations('chat')
  const { change } = useModeration(session, streamId)
  const [isListing, setIsListing] = useState(false)
  const wantsList = useRef(false)
  return (
    <>
      <DropdownMenu
        trigger={trigger}
        defaultOpen
        onClosed={() => {
          if (wantsList.current) setIsListing(true)
          wantsList.current = false
        }}
      >
        <DropdownMenuRadio
          label={t('slowModeLabel')}
          value={String(rules.slowModeSeconds)}
          onValueChange={(value) => void change({ slowModeSeconds: Number(value) })}
          options={[
            { value: '0', label: t('slowOff') },
            ...PAUSES.map((seconds) => ({ value: String(seconds), label: t('slowSeconds', { seconds }) })),
          ]}
        />
        <DropdownMenuSeparator />
        <DropdownMenuRadio
          label={t('whoWrites')}
          value={rules.followersOnly ? 'followers' : 'everyone'}
          onValueChange={(value) => void change({ followersOnly: value === 'followers' })}
          options={[
            { value: 'everyone', label: t('everyone') },
            { value: 'followers', label: t('onlyFollowers') },
          ]}
        />
        <DropdownMenuSeparator />
        <DropdownMenuItem
          onSelect={() => {
            wantsList.current = true
          }}
        >
          <UserX aria-hidden />
          {t('bans')}
        </DropdownMenuItem>
      </DropdownMenu>
      <BansDialog session={session} streamId={streamId} open={isListing} onOpenChange={setIsListing} />
    </>
  )
}
