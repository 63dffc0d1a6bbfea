import { useTranslations } from 'use-intl/react'
import { type UserRef, displayName } from '#shared/accounts/users.ts'
import { Chip } from '#web/ui/chip.tsx'

type IdChipProps = {
  kind: 'member' | 'actor' | 'subject'
  id: string
  /** The user with this id, if known. */
  user: UserRef | null | undefined
  onRemove: () => void
}

/** The filter by an id, which can be removed. */
export function IdChip({ kind, id, user, onRemove }: IdChipProps) {
  const t = useTranslations('adminLogs')
  const name = user ? displayName(user) : id
  const texts = {
    member: t('member', { name }),
    actor: t('actor', { name }),
    subject: t('subject', { name }),
  }
  return (
    <Chip remove={{ label: t('removeFilter', { name: texts[kind] }), onRemove }}>
      <span className="min-w-0">{texts[kind]}</span>
    </Chip>
  )
}
