import { SpellCheck } from '#web/ui/icons/spell-check.tsx'
import { UserX } from '#web/ui/icons/user-x.tsx'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ChatRules } from '#shared/live/chat.ts'
import {
  DropdownMenu,
  DropdownMenuItem,
  DropdownMenuRadio,
  DropdownMenuSeparator,
} from '#web/ui/overlays/dropdown-menu.tsx'
import { FOLLOW_AGES, toFollowAge } from '#web/features/live/chat/session/follow-age.ts'
import { BansDialog } from './bans-dialog.tsx'
import type { ChatSession } from '#web/features/live/chat/session/chat-session.ts'
import { useModeration } from './use-moderation.ts'
import { WordsDialog } from './words-dialog.tsx'

/** The intervals that slow mode offers, in seconds. */
const SLOW_MODE_SECONDS = [3, 10, 30, 60, 120]
const EVERYONE = 'everyone'

type RulesMenuProps = { session: ChatSession; streamId: string; rules: ChatRules; trigger: ReactNode }

/** The moderators' menu: the rules of a chat, its watched words, and its banned users. */
export function RulesMenu({ session, streamId, rules, trigger }: RulesMenuProps) {
  const t = useTranslations('chat')
  const { updateRules } = useModeration(session, streamId)
  const [isWordsOpen, setIsWordsOpen] = useState(false)
  const [isBansOpen, setIsBansOpen] = useState(false)
  return (
    <>
      <DropdownMenu trigger={trigger} defaultOpen>
        <DropdownMenuRadio
          label={t('slowModeLabel')}
          value={String(rules.slowModeSeconds)}
          onValueChange={(value) => void updateRules({ slowModeSeconds: Number(value) })}
          options={[
            { value: '0', label: t('slowOff') },
            ...SLOW_MODE_SECONDS.map((seconds) => ({
              value: String(seconds),
              label: t('slowSeconds', { seconds }),
            })),
          ]}
        />
        <DropdownMenuSeparator />
        <DropdownMenuRadio
          label={t('whoWrites')}
          value={rules.followersOnly ? String(rules.followersOnlyMinutes) : EVERYONE}
          onValueChange={(value) =>
            void updateRules(
              value === EVERYONE
                ? { followersOnly: false }
                : { followersOnly: true, followersOnlyMinutes: Number(value) },
            )
          }
          options={[
            { value: EVERYONE, label: t('everyone') },
            ...FOLLOW_AGES.map((minutes) => ({
              value: String(minutes),
              label: minutes === 0 ? t('onlyFollowers') : t('followersOnlyAge', toFollowAge(minutes)),
            })),
          ]}
        />
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelectAfterClose={() => setIsWordsOpen(true)}>
          <SpellCheck aria-hidden />
          {t('words')}
        </DropdownMenuItem>
        <DropdownMenuItem onSelectAfterClose={() => setIsBansOpen(true)}>
          <UserX aria-hidden />
          {t('bans')}
        </DropdownMenuItem>
      </DropdownMenu>
      {isWordsOpen && (
        <WordsDialog session={session} streamId={streamId} onClose={() => setIsWordsOpen(false)} />
      )}
      <BansDialog session={session} streamId={streamId} open={isBansOpen} onOpenChange={setIsBansOpen} />
    </>
  )
}
