import { Button, ButtonLink, Field, P } from '../../ui/parts.tsx'
import { useTexts } from '../../ui/texts.ts'
import { useErrorText } from './forms.tsx'
import { AppScreen, Message } from './parts.tsx'

/** The product was not reached; what was begun is kept. */
export function TroublePage({ path, busy }: { path: string; busy: boolean }) {
  const t = useTexts()
  const tooOften = useErrorText()('too_many_requests')
  const title = t`No connection|Keine Verbindung`
  const away = t`Avouch does not answer right now. Nothing is lost: try again in a moment.|Avouch antwortet gerade nicht. Nichts ist verloren: Versuche es gleich noch einmal.`
  return (
    <AppScreen address={path} title={title}>
      <Message icon="bad" title={title} text={busy ? tooOften : away}>
        <ButtonLink href={path}>{t`Try again|Noch einmal versuchen`}</ButtonLink>
      </Message>
    </AppScreen>
  )
}

type ScannerProps = { action: string; error: string | undefined; maxLength: number }

/** Three ways to the same link: camera, the window of the other screen, or pasted. */
export function Scanner({ action, error, maxLength }: ScannerProps) {
  const t = useTexts()
  return (
    <>
      <div
        className="grid gap-3"
        id="finder"
        data-denied={t`The app may not look there. Allow it in the browser, or paste the link below.|Die App darf dort nicht hinsehen. Erlaube es im Browser oder füge den Link unten ein.`}
        data-missing={t`No camera was found. Scan the desktop, or paste the link below.|Keine Kamera gefunden. Scanne den Bildschirm oder füge den Link unten ein.`}
        data-looking={t`Looking for a code …|Suche nach einem Code …`}
        hidden
      >
        <video muted playsInline aria-hidden="true" className="w-full rounded-card bg-ground" />
        <Button look="plain" type="button" data-scan="stop">
          {t`Stop|Anhalten`}
        </Button>
      </div>
      <p className="rounded-2xl bg-danger-tint px-4 py-3 text-danger" role="alert" id="scan-problem" hidden />
      <div className="scripted-only grid gap-3">
        <Button type="button" data-scan="camera">
          {t`Use the camera|Kamera verwenden`}
        </Button>
        <Button look="plain" type="button" data-scan="screen">
          {t`Scan the desktop|Bildschirm scannen`}
        </Button>
        <P
          text="On one computer: pick the window with the code, and the phone reads it from there.|Alles auf einem Computer: Wähle das Fenster mit dem Code, das Handy liest ihn dort ab."
          className="text-small text-soft"
        />
      </div>
      <form className="grid gap-4 border-t border-line pt-5" method="post" action={action} id="scan-form">
        <Field
          name="link"
          label={t`Paste the link of the code|Link des Codes einfügen`}
          error={error}
          inputMode="url"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={maxLength}
          required
        />
        <Button look="plain">{t`Open|Öffnen`}</Button>
      </form>
      <script type="module" src="/assets/scan.js" />
    </>
  )
}

/** As long as a link of the product may be. */
const LONGEST_LINK = 300

export function ScanPage({ bad }: { bad: boolean }) {
  const t = useTexts()
  const title = t`Scan a code|Code scannen`
  const badLink = t`This is no code of Avouch. Scan the one that the website sent you to.|Das ist kein Code von Avouch. Scanne den, zu dem die Website dich geschickt hat.`
  return (
    <AppScreen address="/app/scan" title={title}>
      <h1 className="text-title">{title}</h1>
      <P text="Point the camera at the code on the other screen.|Richte die Kamera auf den Code auf dem anderen Bildschirm." />
      <Scanner action="/app/scan" error={bad ? badLink : undefined} maxLength={LONGEST_LINK} />
    </AppScreen>
  )
}
