import type { Words } from '../../http/language.ts'
import { Button, ButtonLink, Field, Form } from '../../ui/forms.tsx'
import { P, Small, useTexts } from '../../ui/parts.tsx'
import { AppScreen, Message } from '../shell.tsx'
import { useErrorText } from './forms.tsx'

const NO_CONNECTION = 'No connection|Keine Verbindung'
const AWAY =
  'Avouch does not answer right now. Nothing is lost: try again in a moment.|Avouch antwortet gerade nicht. Nichts ist verloren: Versuche es gleich noch einmal.'

export function TroublePage({ path, busy }: { path: string; busy: boolean }) {
  const tooOften = useErrorText()('too_many_requests')
  return (
    <AppScreen address={path} title={NO_CONNECTION}>
      <Message icon="bad" title={NO_CONNECTION} text={busy ? tooOften : AWAY}>
        <ButtonLink href={path} text="Try again|Noch einmal versuchen" />
      </Message>
    </AppScreen>
  )
}

const PASTE = 'Paste the link of the code|Link des Codes einfügen'
const LINK = { name: 'link', label: PASTE, inputMode: 'url', autoCapitalize: 'off', spellCheck: false } as const

/** The product's own way for an app on the same device, by its buttons. */
const WITHOUT = {
  app: 'Without scanning: beside the code press “The app is on this device”, then “Open the app”.|Ohne Scannen: Drücke beim Code „Die App ist auf diesem Gerät“, dann „App öffnen“.',
  age: 'Without scanning: beside the code press “Another way”, then “Open the app on this device”.|Ohne Scannen: Drücke beim Code „Anders bestätigen“, dann „App auf diesem Gerät öffnen“.',
} as const

type ScannerProps = { open: 'app' | 'age'; path: string; error: Words | undefined; maxLength: number }

/** Takes a link by camera, from another window, or pasted. */
export function ScannerPage({ open, path, error, maxLength }: ScannerProps) {
  const t = useTexts()
  return (
    <AppScreen open={open} address={path} title="Scan a code|Code scannen" headed>
      <P text="Point the camera at the code on the other screen.|Richte die Kamera auf den Code auf dem anderen Bildschirm." />
      <div
        className="grid gap-3"
        id="finder"
        data-denied={t`The app may not look there. Allow it in the browser, or paste the link below.|Die App darf dort nicht hinsehen. Erlaube es im Browser oder füge den Link unten ein.`}
        data-missing={t`No camera was found. Scan the desktop, or paste the link below.|Keine Kamera gefunden. Scanne den Bildschirm oder füge den Link unten ein.`}
        data-unshared={t`The screen was not shared. Try again, or go on without scanning, as it says below.|Der Bildschirm wurde nicht geteilt. Versuch es noch einmal, oder mach ohne Scannen weiter, wie es unten steht.`}
        data-looking={t`Looking for a code …|Suche nach einem Code …`}
        hidden
      >
        <video muted playsInline aria-hidden="true" className="w-full rounded-card bg-ground" />
        <Button look="plain" type="button" data-scan="stop" text="Stop|Anhalten" />
      </div>
      <p className="rounded-2xl bg-danger-tint px-4 py-3 text-danger" role="alert" id="scan-problem" hidden />
      <div className="scripted-only grid gap-3">
        <Button type="button" data-scan="camera" text="Use the camera|Kamera verwenden" />
        <Button look="plain" type="button" data-scan="screen" text="Scan the desktop|Bildschirm scannen" />
        <Small text="On one computer: pick the window with the code, and the phone reads it from there.|Alles auf einem Computer: Wähle das Fenster mit dem Code, das Handy liest ihn dort ab." />
      </div>
      <Small text={WITHOUT[open]} />
      <Form className="grid gap-4 border-t border-line pt-5" to={path} id="scan-form">
        <Field {...LINK} error={error} maxLength={maxLength} required />
        <Button look="plain" text="Open|Öffnen" />
      </Form>
      <script type="module" src="/assets/scan.js" />
    </AppScreen>
  )
}
