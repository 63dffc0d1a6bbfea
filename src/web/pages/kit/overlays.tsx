import { LogOut, Trash2, User, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import {
  DropdownMenu,
  DropdownMenuItem,
  DropdownMenuRadio,
  DropdownMenuSeparator,
} from '#web/ui/overlays/dropdown-menu.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Textarea } from '#web/ui/forms/input.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toast } from '#web/ui/overlays/toast.ts'

export function TabPanels() {
  const t = useTranslations('kit')
  const [tab, setTab] = useState('streams')
  const empty = (
    <EmptyState title={t('noStreams')} action={<Button>{t('createStream')}</Button>}>
      {t('noStreamsText')}
    </EmptyState>
  )
  return (
    <Tabs
      label={t('tabs')}
      value={tab}
      onValueChange={setTab}
      fill
      tabs={[
        { value: 'posts', label: t('posts'), content: t('posts') },
        { value: 'streams', label: t('streams'), content: empty },
        { value: 'about', label: t('about'), content: t('about') },
      ]}
    />
  )
}

export function Alerts() {
  const t = useTranslations('kit')
  const fail = () => toast({ title: t('loginRequired'), description: t('loginText'), variant: 'destructive' })
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => toast({ title: t('saved') })}>{t('goodToast')}</Button>
        <Button onClick={fail}>{t('badToast')}</Button>
      </div>
      <Alert title={t('alertTitle')}>{t('alertText')}</Alert>
    </>
  )
}

export function Overlays() {
  const t = useTranslations('kit')
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button onClick={() => setOpen('dialog')}>{t('openDialog')}</Button>
      <Button onClick={() => setOpen('confirm')}>{t('openConfirm')}</Button>
      <Menu />
      <IconButton label={t('mute')} variant="soft">
        <VolumeX aria-hidden />
      </IconButton>
      <Dialog
        open={open === 'dialog'}
        onOpenChange={close}
        title={t('dialogTitle')}
        description={t('dialogText')}
        footer={
          <Button variant="action" onClick={close}>
            {t('share')}
          </Button>
        }
      >
        <Field label={t('story')}>
          <Textarea placeholder={t('storyPlaceholder')} />
        </Field>
      </Dialog>
      <ConfirmDialog
        open={open === 'confirm'}
        onOpenChange={close}
        title={t('confirmTitle')}
        description={t('confirmText')}
        confirm={t('delete')}
        danger={<Trash2 aria-hidden />}
        onConfirm={close}
      />
    </div>
  )
}

function Menu() {
  const t = useTranslations('kit')
  const [tab, setTab] = useState<'posts' | 'streams'>('posts')
  return (
    <DropdownMenu align="start" trigger={<Button>{t('openMenu')}</Button>}>
      <DropdownMenuItem>
        <User aria-hidden />
        {t('profile')}
      </DropdownMenuItem>
      <DropdownMenuSeparator />
      <DropdownMenuRadio
        label={t('tabs')}
        value={tab}
        onValueChange={setTab}
        options={[
          { value: 'posts', label: t('posts') },
          { value: 'streams', label: t('streams') },
        ]}
      />
      <DropdownMenuSeparator />
      <DropdownMenuItem>
        <LogOut aria-hidden />
        {t('logout')}
      </DropdownMenuItem>
    </DropdownMenu>
  )
}
