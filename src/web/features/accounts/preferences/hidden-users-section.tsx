import { useTranslations } from 'use-intl/react'
import { type HidingKind, listHiddenUsers } from '#shared/accounts/blocks.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { displayName } from '#shared/accounts/users.ts'
import { callList } from '#web/api/call.ts'
import { getId } from '#web/api/pages.ts'
import { usePages } from '#web/api/use-pages.ts'
import { ListFooter } from '#web/ui/lists/list-footer.tsx'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { useFocusAfterRemoval } from '#web/lib/lists/use-focus-after-removal.ts'
import { useHiding } from '#web/features/accounts/shared/safety/use-hiding.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { Section } from './section.tsx'

type HiddenUser = ResponseOf<typeof listHiddenUsers>[number]

/** The users whom the current user has blocked, or muted; each can be taken back. */
export function HiddenUsersSection({ kind }: { kind: HidingKind }) {
  const t = useTranslations('preferences')
  const isBlock = kind === 'block'
  return (
    <Section title={isBlock ? t('blocked') : t('muted')} text={isBlock ? t('blockedText') : t('mutedText')}>
      <HiddenUserList kind={kind} />
    </Section>
  )
}

function HiddenUserList({ kind }: { kind: HidingKind }) {
  const t = useTranslations('preferences')
  const query = usePages({
    key: ['preferences', 'hidden', kind],
    load: (cursor) => callList(listHiddenUsers, { query: { kind, cursor } }),
    idOf: getId,
    staleMs: 0,
  })
  const users = query.items
  const { region, setChanged } = useFocusAfterRemoval(users)
  if (!users) return query.error ? <LoadFailed title={t('hiddenFailed')} query={query} /> : <SkeletonRows />
  return (
    <div ref={region} tabIndex={-1} className="outline-none">
      {users.length === 0 && (
        <p className="text-small text-ink-2">{kind === 'block' ? t('nobodyBlocked') : t('nobodyMuted')}</p>
      )}
      <ul className="divide-y divide-line">
        {users.map((user) => (
          <Row key={user.id} user={user} kind={kind} onDone={() => setChanged(user.id)} />
        ))}
      </ul>
      <ListFooter query={query} failed={t('hiddenFailed')} />
    </div>
  )
}

function Row({ user, kind, onDone }: { user: HiddenUser; kind: HidingKind; onDone: () => void }) {
  const t = useTranslations('preferences')
  const name = displayName(user)
  const { mutate, isPending } = useHiding({ id: user.id, name }, onDone)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
      <div className="flex min-w-0 items-center gap-3">
        <Avatar seed={user.id} name={name} src={user.profileImageUrl} size={40} decorative />
        <bdi className="min-w-0 font-bold [overflow-wrap:anywhere]">{name}</bdi>
      </div>
      <Button
        size="sm"
        pending={isPending}
        aria-label={kind === 'block' ? t('unblockNamed', { name }) : t('unmuteNamed', { name })}
        onClick={() => mutate({ kind, isOn: false })}
      >
        {kind === 'block' ? t('unblock') : t('unmute')}
      </Button>
    </li>
  )
}
