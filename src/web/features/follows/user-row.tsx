import { skipToken, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { Link } from 'wouter'
import { displayName, type UserRef } from '#shared/users.ts'
import { entityKey } from '#web/api/entities.ts'
import { Avatar } from '#web/ui/avatar.tsx'

type Listed = UserRef & { followersCount: number }

type PersonRowProps = {
  /** As the list brought it; once it is in the cache, what stands there is shown. */
  person: Listed
  /** What the one who looks may do, at the end of the row. */
  action?: ReactNode
  onOpen?: () => void
}

/** A member in a list: face, name, how many follow. The name leads to the profile. */
export function UserRow({ person: known, action, onOpen }: PersonRowProps) {
  const t = useTranslations('people')
  const person = usePerson(known)
  const name = displayName(person)
  return (
    <div className="relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 py-2">
      <Avatar seed={person.id} name={name} src={person.profileImageUrl} size={44} decorative />
      <div className="min-w-0 leading-[1.3]">
        <Link
          href={`/profile/${person.id}`}
          onClick={onOpen}
          // Stretched over face and figures; the action stands above it.
          className="line-clamp-2 font-bold underline-offset-[3px] before:absolute before:inset-0 before:content-[''] hover:underline [overflow-wrap:anywhere]"
        >
          <bdi>{name}</bdi>
        </Link>
        <p className="num text-meta text-ink-2">{t('followers', { count: person.followersCount })}</p>
      </div>
      <div className="relative">{action}</div>
    </div>
  )
}

/** What the cache has of it, where follows move its count; never asked for from here. */
function usePerson(known: Listed): Listed {
  const { data = known } = useQuery({
    queryKey: entityKey('persons', known.id),
    queryFn: skipToken,
    initialData: known,
  })
  return data
}
