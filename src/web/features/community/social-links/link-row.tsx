import { Pencil } from '#web/ui/icons/pencil.tsx'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { SocialLink } from '#shared/community/social-links.ts'
import { isolated } from '#web/lib/text/isolated.tsx'
import { usePlatformName } from '#web/features/accounts/shared/social-links/platform-name.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DeleteButton } from '#web/ui/overlays/delete-button.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { LinkForm } from './link-form.tsx'
import { useDeleteLink, useUpdateLink } from './use-links.ts'

/** One link, or the form to edit it. */
export function LinkRow({ link, onDeleted }: { link: SocialLink; onDeleted: () => void }) {
  const [isEditing, setIsEditing] = useState(false)
  const row = useFocusOnSwitch(isEditing)
  return (
    <li ref={row} className="py-2">
      {isEditing ? (
        <EditLink link={link} onEnd={() => setIsEditing(false)} />
      ) : (
        <ShownLink link={link} onEdit={() => setIsEditing(true)} onDeleted={onDeleted} />
      )}
    </li>
  )
}

/** Switching between link and form removes the focused button: focuses the first control of the new content. */
function useFocusOnSwitch(isEditing: boolean) {
  const row = useRef<HTMLLIElement>(null)
  const wasEditing = useRef(isEditing)
  useLayoutEffect(() => {
    if (wasEditing.current === isEditing) return
    wasEditing.current = isEditing
    row.current?.querySelector<HTMLElement>(isEditing ? 'select' : 'button')?.focus()
  }, [isEditing])
  return row
}

type ShownLinkProps = { link: SocialLink; onEdit: () => void; onDeleted: () => void }

function ShownLink({ link, onEdit, onDeleted }: ShownLinkProps) {
  const t = useTranslations('socialLinks')
  const platformName = usePlatformName()
  const name = link.displayName ?? platformName(link.platform)
  return (
    <div className="flex items-center gap-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 text-small text-ink-2">
          {platformName(link.platform)}
          {!link.isPublic && <Badge>{t('hidden')}</Badge>}
        </p>
        <ExternalLink href={link.url} isUserGenerated className="max-w-full font-semibold text-link">
          <bdi className="truncate">{link.displayName ?? link.url}</bdi>
        </ExternalLink>
      </div>
      <IconButton label={t('edit', { name })} onClick={onEdit}>
        <Pencil aria-hidden />
      </IconButton>
      <DeleteLink link={link} name={name} onDeleted={onDeleted} />
    </div>
  )
}

function EditLink({ link, onEnd }: { link: SocialLink; onEnd: () => void }) {
  const t = useTranslations('socialLinks')
  const platformName = usePlatformName()
  const { mutate, isPending } = useUpdateLink(link.id, {
    onDone: () => {
      toast({ title: t('updated') })
      onEnd()
    },
    onFailed: () => toast({ variant: 'destructive', title: t('error'), description: t('updateFailed') }),
  })
  return (
    <LinkForm
      label={t('edit', { name: link.displayName ?? platformName(link.platform) })}
      link={link}
      onSubmit={(input, form) => mutate(input, { onError: form.showErrors })}
    >
      <Button variant="ghost" onClick={onEnd}>
        {t('cancel')}
      </Button>
      <Button type="submit" pending={isPending} pendingText={t('saving')}>
        {t('save')}
      </Button>
    </LinkForm>
  )
}

type DeleteLinkProps = Pick<ShownLinkProps, 'link' | 'onDeleted'> & { name: string }

function DeleteLink({ link, name, onDeleted }: DeleteLinkProps) {
  const t = useTranslations('socialLinks')
  const { mutate, isPending } = useDeleteLink(link.id, {
    onDone: () => {
      toast({ title: t('deleted') })
      onDeleted()
    },
    onFailed: () => toast({ variant: 'destructive', title: t('error'), description: t('deleteFailed') }),
  })
  return (
    <DeleteButton
      label={t('delete', { name })}
      title={t.rich('deleteTitle', { name, bdi: isolated })}
      description={t('deleteText')}
      confirm={t('deleteNow')}
      isPending={isPending}
      onDelete={(close) => mutate(undefined, { onError: close })}
    />
  )
}
