import type { operator as en } from '../en/operator.ts'

export const operator = {
  'operator.console': 'Betreiber-Konsole',
  'operator.signIn': 'Für Menschen, die {{product}} betreiben. Du brauchst eine Einladung.',
  'operator.role': 'Deine Rolle',
  'operator.notYours': 'Dein Konto darf nichts für diese Installation tun. Bitte einen Betreiber um eine Einladung.',
  'operator.none': 'Hier ist nichts zu tun',

  'attention.title': 'Was ansteht',
  'attention.lede': 'Worum sich jemand kümmern muss, das Dringendste zuerst. Die Alarme lesen dieselben Zahlen.',
  'attention.none': 'Gerade steht nichts an',
  'attention.noneText': 'Keine Warteschlange stockt, und nichts wartet auf eine Entscheidung.',
  'attention.seen': 'Angesehen: {{sms}} SMS und {{checks}} Prüfungen der letzten 15 Minuten.',
  'attention.seenOne': 'Angesehen: {{sms}} SMS und {{checks}} Prüfung der letzten 15 Minuten.',
  'attention.unseen': 'Wo es keine gab, sagt das nichts über Gateways und Anbieter.',
  'attention.count': 'Anzahl: {{count}}',
  'attention.since': 'Seit {{time}}',
  'attention.lastGood': 'Zuletzt gut {{time}}',
  'attention.never': 'Bisher nie gut',
  'attention.daysLeft': 'Tage übrig: {{count}}',
  'trouble.refused': 'Unser Schlüssel oder unser Recht wird abgelehnt',
  'trouble.no_answer': 'Keine Antwort',
  'trouble.error': 'Ein Fehler',
  'attention.runbook': 'Runbook: {{name}}',
  'severity.critical': 'Kritisch',
  'severity.warning': 'Warnung',
  'severity.task': 'Zu entscheiden',
  'attention.queue_lags': 'Eine Warteschlange stockt',
  'attention.queue_lags.text':
    'Arbeit ist fällig und bleibt liegen: Kein Prozess erledigt sie, oder die Gegenstelle schweigt.',
  'attention.webhooks_undelivered': 'Eine Website nimmt ihre Ereignisse nicht an',
  'attention.webhooks_undelivered.text':
    'Der Empfänger der Website hat seit mehr als 15 Minuten keines angenommen, obwohl welche warten. Sie werden von selbst wieder gesendet. Sag es dem Anbieter.',
  'attention.database_silent': 'Die Datenbank schweigt',
  'attention.database_silent.text': 'Die Warteschlangen ließen sich nicht rechtzeitig zählen.',
  'attention.old_transaction': 'Eine Transaktion ist lange offen',
  'attention.old_transaction.text': 'Seit mehr als fünf Minuten. Sie hält vielleicht Sperren.',
  'attention.clock_wrong': 'Eine Uhr geht falsch',
  'attention.clock_wrong.text':
    'Die Uhren eines Prozesses und der Datenbank weichen voneinander ab. Ab fünf Sekunden bedient er niemanden mehr.',
  'attention.jobs_fail': 'Ein Auftrag schlägt fehl',
  'attention.jobs_fail.text': 'Seitdem hat er nicht mehr funktioniert. Er wird in wachsenden Abständen wiederholt.',
  'attention.overdue': 'Eine Frist ist verstrichen',
  'attention.overdue.text':
    'Der Auftrag hat liegen lassen, was schon erledigt sein sollte. Genannt ist, was am längsten wartet. Läuft er wieder, holt er es nach.',
  'attention.partner_away': 'Eine Gegenstelle nimmt nichts an',
  'attention.partner_away.text':
    'Seit über vier Stunden nimmt sie nicht an, was sie zurücküberweisen oder löschen soll. Sie wird weiter gefragt.',
  'attention.sms_fail': 'SMS werden nicht angenommen',
  'attention.sms_fail.text':
    'Kein Gateway nimmt sie an: Niemand kann sich registrieren oder anmelden. Der Hinweis geht mit der ersten SMS, die eines annimmt.',
  'attention.sms_gateway': 'Ein SMS-Gateway nimmt keine SMS an',
  'attention.sms_gateway.text':
    'Es ist dreimal in Folge gescheitert oder lehnt unser Konto ab; oder von den letzten zehn SMS ging mehr als jede fünfte über das zweite.',
  'attention.sms_undelivered': 'SMS kommen nicht an',
  'attention.sms_undelivered.text':
    'Von den neuesten zwanzig SMS dieses Gateways aus 30 Minuten melden die Netze mehr als jede fünfte als nicht zugestellt.',
  'attention.sms_not_typed_in': 'Codes werden nicht eingegeben',
  'attention.sms_not_typed_in.text':
    'Von den neuesten zehn Nummern mit einer SMS dieses Gateways gab weniger als die Hälfte den Code binnen fünf Minuten ein. Vielleicht nimmt es SMS an und stellt keine zu; probiere ein Telefon.',
  'attention.sms_countries': 'Mehrere Länder bekommen keine SMS',
  'attention.sms_countries.text':
    'Alle SMS von heute in diese Länder wurden abgelehnt. Erlaube sie beim Gateway oder melde dort einen Absender an; oder es sind Nummern, die niemand hat.',
  'attention.expires_soon': 'Ein Zertifikat läuft ab',
  'attention.expires_soon.text': 'Ersetze es vor diesem Tag: Danach geht nichts mehr, was darauf beruht.',
  'attention.identity_vendor': 'Prüfungen können nicht beginnen',
  'attention.identity_vendor.text':
    'Kein Anbieter beginnt sie. Der Hinweis geht mit der ersten Prüfung, die einer beginnt.',
  'attention.identity_silent': 'Ein Anbieter von Identitätsprüfungen sagt nichts',
  'attention.identity_silent.text':
    'Er ist dreimal in Folge an der Frage nach Ergebnissen gescheitert oder lehnt unsere Schlüssel ab. Besucher warten auf ihr Ergebnis.',
  'attention.erasures_by_hand': 'Prüfungen sind von Hand zu löschen',
  'attention.erasures_by_hand.text':
    'Seit mehr als einem Tag. Der Anbieter löscht sie auf keinen Aufruf; im Runbook steht der Befehl, der sie auflistet.',
  'attention.identity_down': 'Ein Anbieter von Identitätsprüfungen beginnt keine',
  'attention.identity_down.text':
    'Sie beginnen beim anderen. Der Hinweis geht mit der ersten Prüfung, die dieser beginnt.',
  'attention.bank_not_understood': 'Eine Nachricht der Bank ist unverständlich',
  'attention.bank_not_understood.text':
    'Das Geld darin ist weder gebucht noch zurückgegeben. Frage die Bank nach diesen Nachrichten; im Log stehen alle IDs. Der Hinweis geht nach einer Woche.',
  'attention.sms_budget': 'Ein Topf des Geldes für SMS ist leer',
  'attention.sms_budget.text': 'SMS werden aus den Töpfen bezahlt, die aushelfen, oder abgelehnt.',
  'attention.wrong_codes': 'Sehr viele falsche Codes',
  'attention.wrong_codes.text':
    'Alle Besucher zusammen geben mehr falsche Codes ein als sonst. Captchas sind jetzt schwerer.',
  'attention.sms_pool_half': 'Die Hälfte des Geldes für Log-in-Codes ist ausgegeben',
  'attention.sms_pool_half.text':
    'Nach richtigen PINs gehen mehr Codes hinaus als sonst. Ist der Topf leer, kommt bei Log-ins kein Code mehr.',
  'attention.trusted_list': 'Eine Vertrauensliste ist nicht aktuell',
  'attention.trusted_list.text':
    'Eine neuere wurde abgelehnt oder kam nicht an. Altersnachweise werden vielleicht bald abgelehnt.',
  'attention.webhook_stopped': 'Ein Empfänger von Ereignissen ist weg',
  'attention.webhook_stopped.text':
    'Er antwortet, dass es ihn nicht mehr gibt. Nichts wird gesendet: Sag es dem Anbieter.',
  'attention.client_refused': 'Ein Client von OpenID Connect geht nicht',
  'attention.client_refused.text':
    'Jede seiner Anfragen wird abgelehnt. Lege ihn neu an, und gib der Website die neue ID.',
  'attention.live_requested': 'Echte Schlüssel sind beantragt',
  'attention.live_requested.text': 'Du entscheidest, ob ein Anbieter im Ernst fragen darf.',
  'attention.account_held': 'Konten werden zurückgehalten',
  'attention.account_held.text':
    'Nachgewiesene Erwachsene, später als minderjährig gemeldet. Sie werden gelöscht, wenn du sie nicht wiederherstellst.',
  'attention.approval_taken_back': 'Eine Freigabe wurde zurückgenommen',
  'attention.approval_taken_back.text':
    'Der Dienst für Ausweisprüfungen hat den Besucher freigegeben und später nein gesagt. Sieh dort nach, und nimm den Nachweis zurück oder behalte ihn.',
  'attention.review_waits': 'Nachprüfungen dauern lange',
  'attention.review_waits.text': 'Der Dienst für Ausweisprüfungen sieht sich diese Ausweise seit über einem Tag an.',
  'attention.review_to_decide': 'Nachprüfungen warten auf dich',
  'attention.review_to_decide.text': 'Besucher warten, bis du dir ihre Ausweise angesehen hast.',
} as const satisfies Record<keyof typeof en, string>
