import { useRef } from 'react'
import { useTranslations } from 'use-intl/react'
import { limit } from '#shared/settings/limits.ts'
import { LoadFailed } from '#web/ui/lists/load-failed.tsx'
import { Button } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { LinkForm } from './link-form.tsx'
import { LinkRow } from './link-row.tsx'
import { useAddLink, useLinks } from './use-links.ts'

/** Edits the current user's links to other sites; each is saved separately. */
export function LinksEditor() {
  const t = useTranslations('socialLinks')
  // Focused after a link is deleted.
  const editor = useRef<HTMLDivElement>(null)
  const query = useLinks()
  const links = query.data
  if (!links) return query.error ? <LoadFailed title={t('loadFailed')} query={query} /> : <SkeletonRows />
  const max = limit('socialLinks')
  return (
    <div
      ref={editor}
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 outline-none"
    >
      {links.length > 0 ? (
        <ul className="divide-y divide-line">
          {links.map((link) => (
            <LinkRow key={link.id} link={link} onDeleted={() => editor.current?.focus()} />
          ))}
        </ul>
      ) : (
        <p className="text-ink-2">{t('empty')}</p>
      )}
      {links.length < max ? (
        <NewLink />
      ) : (
        <p className="text-small text-ink-2">{t('limitReached', { max })}</p>
      )}
    </div>
  )
}

function NewLink() {
  const t = useTranslations('socialLinks')
  const { mutate, isPending } = useAddLink({
    onDone: () => toast({ title: t('added') }),
    onFailed: () => toast({ variant: 'destructive', title: t('error'), description: t('addFailed') }),
  })
  return (
    <LinkForm
      label={t('newLink')}
      onSubmit={(input, form) => mutate(input, { onSuccess: form.reset, onError: form.showErrors })}
    >
      <Button type="submit" pending={isPending} pendingText={t('adding')}>
        {t('add')}
      </Button>
    </LinkForm>
  )
}
