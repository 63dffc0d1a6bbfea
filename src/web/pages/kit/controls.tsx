import { Check, CircleAlert, CircleCheck, Eye, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { STREAM_CATEGORIES } from '#shared/constants.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge, LiveBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Input, Select, Textarea } from '#web/ui/forms/input.tsx'
import { SwitchRow } from '#web/ui/forms/switch-row.tsx'

const rowClass = 'flex flex-wrap items-center gap-3'

export function Buttons() {
  const t = useTranslations('kit')
  const [pending, setPending] = useState(false)
  return (
    <>
      <div className={rowClass}>
        <Button
          variant="action"
          pending={pending}
          pendingText={t('posting')}
          onClick={() => setPending(true)}
        >
          {t('share')}
        </Button>
        <Button variant="action">
          <Pencil aria-hidden />
          {t('share')}
        </Button>
        <Button variant="action" disabled>
          {t('disabled')}
        </Button>
        <Button variant="action" pending pendingText={t('posting')}>
          {t('share')}
        </Button>
      </div>
      <div className={rowClass}>
        <Button>{t('follow')}</Button>
        <Button variant="on" aria-pressed>
          <Check aria-hidden />
          {t('following')}
        </Button>
        <Button variant="soft">{t('soft')}</Button>
        <Button variant="ghost">{t('ghost')}</Button>
        <Button variant="danger">
          <Trash2 aria-hidden />
          {t('delete')}
        </Button>
      </div>
      <div className={rowClass}>
        <Button size="sm">{t('small')}</Button>
        <Button size="sm" variant="on" aria-pressed>
          <Check aria-hidden />
          {t('following')}
        </Button>
        <Button size="lg" variant="action">
          {t('large')}
        </Button>
        <Button asChild>
          <a href="#kit">{t('link')}</a>
        </Button>
      </div>
    </>
  )
}

export function Badges() {
  const t = useTranslations('kit')
  // Names that need every font file and get different avatar colours.
  const avatarNames = t('faces').split(', ')
  return (
    <>
      <div className={rowClass}>
        <LiveBadge live />
        <LiveBadge live={false} />
        <Badge variant="info">{t('admin')}</Badge>
        <Badge variant="warn">{t('superAdmin')}</Badge>
        <Badge variant="ok">
          <CircleCheck aria-hidden />
          {t('completed')}
        </Badge>
        <Badge variant="bad">
          <CircleAlert aria-hidden />
          {t('failed')}
        </Badge>
        <Badge>{t('draft')}</Badge>
        <Badge variant="video">
          <Eye aria-hidden />
          {t('watching', { count: 1284 })}
        </Badge>
      </div>
      <div className={rowClass}>
        {[64, 48, 36].map((size, index) => (
          <Avatar key={size} seed={`face-${size}`} name={avatarNames[index] ?? ''} size={size} live />
        ))}
        {avatarNames.map((name) => (
          <Avatar key={name} seed={name} name={name} />
        ))}
        <Avatar seed="mail" name="a…@example.org" />
        <Avatar seed="broken" name={avatarNames[0] ?? ''} src="/no-such-picture.jpg" />
      </div>
    </>
  )
}

export function Inputs() {
  const t = useTranslations('kit')
  const [title, setTitle] = useState(t('titleValue'))
  const [chat, setChat] = useState(true)
  const [record, setRecord] = useState(false)
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('inputTitle')} hint={t('titleHint')} count={title.length} max={30}>
          <Input value={title} onChange={(event) => setTitle(event.target.value)} />
        </Field>
        <Field label={t('amount')} error={t('amountError')}>
          <Input defaultValue="0.50" inputMode="decimal" />
        </Field>
        <Field label={t('category')}>
          <Select>
            {STREAM_CATEGORIES.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </Select>
        </Field>
        <Field label={t('locked')}>
          <Input disabled defaultValue={t('titleValue')} />
        </Field>
      </div>
      <Field label={t('story')} optional count={0} max={500}>
        <Textarea placeholder={t('storyPlaceholder')} />
      </Field>
      <div>
        <SwitchRow
          label={t('allowChat')}
          hint={t('allowChatHint')}
          checked={chat}
          onCheckedChange={setChat}
        />
        <SwitchRow label={t('recordStream')} checked={record} onCheckedChange={setRecord} />
        <SwitchRow label={t('locked')} checked disabled onCheckedChange={setRecord} />
      </div>
    </>
  )
}
