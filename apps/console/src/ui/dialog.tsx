import type { Content } from '@avouch/design/jsx-runtime'
import { Button } from '@avouch/design/button'
import { Notice } from '@avouch/design/notice'
import { Fragment, useId, useRef, useState } from 'react'
import { errorText } from '#api/error-text.ts'
import { useTranslate } from '#i18n/language.ts'

type ConfirmProps = {
  /** The label of the button that opens it. */
  label: string
  /** Names the object to screen readers, where the label alone does not. */
  about?: string
  title: string
  text: Content
  /** The label of the button that confirms. */
  action: string
  onConfirm: () => Promise<unknown>
}

/** Confirms what cannot be undone. The focus starts at Cancel, or at a field in the text, and returns to the button. */
export function Confirm({ label, about, title, text, action, onConfirm }: ConfirmProps) {
  const t = useTranslate()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function confirm() {
    setBusy(true)
    setFailure(undefined)
    try {
      await onConfirm()
      dialog.current?.close()
    } catch (error) {
      setFailure(errorText(t, error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Fragment>
      <Button
        variant="link"
        aria-label={about === undefined ? undefined : `${label}: ${about}`}
        onClick={() => {
          setFailure(undefined)
          dialog.current?.showModal()
        }}
      >
        {label}
      </Button>
      <dialog
        ref={dialog}
        aria-labelledby={id}
        className="m-auto w-[min(30rem,100%-2rem)] rounded-card border border-line bg-surface p-6 text-start text-ink shadow-toast backdrop:bg-[rgb(16_32_30/55%)]"
      >
        <h2 id={id} className="text-section font-[650]">
          {title}
        </h2>
        <div className="mt-2 text-ink-soft">{text}</div>
        {failure === undefined ? null : (
          <div className="mt-4">
            <Notice kind="error">{failure}</Notice>
          </div>
        )}
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button variant="secondary" autoFocus className="min-h-11" onClick={() => dialog.current?.close()}>
            {t('action.cancel')}
          </Button>
          <Button busy={busy} className="min-h-11" onClick={() => void confirm()}>
            {action}
          </Button>
        </div>
      </dialog>
    </Fragment>
  )
}
