import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { MAX_CHAT_WORDS, findWordListError, wordsOfList } from '#shared/text/word-list.ts'
import { getChatWords } from '#shared/accounts/watched-words.ts'
import { call } from '#web/api/call.ts'
import {
  WordListField,
  showWordListError,
  useWordListErrorText,
} from '#web/features/accounts/shared/watched-words/word-list-field.tsx'
import { usePendingAction } from '#web/lib/hooks/use-pending-action.ts'
import type { ChatSession } from '#web/features/live/chat/session/chat-session.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Select } from '#web/ui/forms/input.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useModeration } from './use-moderation.ts'

type WordsDialogProps = { session: ChatSession; streamId: string; onClose: () => void }

/** Edits the words that this chat watches for, once they are loaded. */
export function WordsDialog({ session, streamId, onClose }: WordsDialogProps) {
  const t = useTranslations('chat')
  const list = useQuery({
    queryKey: ['chat-words', streamId],
    queryFn: () => call(getChatWords, { params: { id: streamId } }),
    // Another moderator may have changed it since it was last loaded.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (list.data)
    return <WordsForm initial={list.data} session={session} streamId={streamId} onClose={onClose} />
  return (
    <Dialog open onOpenChange={onClose} title={t('words')} description={t('wordsText')}>
      {list.isPending ? (
        <SkeletonRows rows={2} />
      ) : (
        <div className="grid justify-items-start gap-3">
          <Alert>{t('wordsFailed')}</Alert>
          <Button onClick={() => void list.refetch()}>{t('tryAgain')}</Button>
        </div>
      )}
    </Dialog>
  )
}

type WordsFormProps = WordsDialogProps & { initial: ResponseOf<typeof getChatWords> }

function WordsForm({ initial, session, streamId, onClose }: WordsFormProps) {
  const t = useTranslations('chat')
  const errorText = useWordListErrorText()
  const { updateRules } = useModeration(session, streamId)
  const initialText = initial.words.join('\n')
  const [text, setText] = useState(initialText)
  const [action, setAction] = useState(initial.action)
  const [error, setError] = useState<string>()
  const { isPending, run: save } = usePendingAction(async () => {
    if (await updateRules({ watchedWords: wordsOfList(text), watchedWordsAction: action }, t('wordsSaved')))
      onClose()
  })
  const submit = (form: HTMLFormElement) => {
    const found = findWordListError(text, MAX_CHAT_WORDS)
    if (!found) return save()
    setError(errorText(found, MAX_CHAT_WORDS))
    const area = form.elements.namedItem('words')
    if (area instanceof HTMLTextAreaElement) showWordListError(area, found)
  }
  return (
    <FormDialog
      title={t('words')}
      description={t('wordsText')}
      submit={t('save')}
      isPending={isPending}
      canSubmit={text !== initialText || action !== initial.action}
      onSubmit={submit}
      onClose={onClose}
    >
      <WordListField
        label={t('wordList')}
        name="words"
        value={text}
        max={MAX_CHAT_WORDS}
        error={error}
        onChange={(value) => {
          setError(undefined)
          setText(value)
        }}
      />
      <Field label={t('wordsAction')} hint={action === 'hold' ? t('holdHint') : t('refuseHint')}>
        <Select
          value={action}
          onChange={({ currentTarget }) => setAction(currentTarget.value === 'hold' ? 'hold' : 'refuse')}
        >
          <option value="refuse">{t('refuseAction')}</option>
          <option value="hold">{t('holdAction')}</option>
        </Select>
      </Field>
    </FormDialog>
  )
}
