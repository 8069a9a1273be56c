import { adminDecideProof, PROOF_REASONS, type ProofDecision, type ProofReason } from '@avouch/contract'
import { useState } from 'react'
import { call } from '#api/client.ts'
import { useTranslate } from '#i18n/language.ts'
import { Confirm } from '#ui/dialog.tsx'
import { SelectField } from '#ui/form.tsx'
import { change } from './change.ts'

type DecideProofProps = { id: string; decision: ProofDecision; onDone: () => Promise<void> }

/** Decides about the proof of an account, with a reason for the audit trail. */
export function DecideProof({ id, decision, onDone }: DecideProofProps) {
  const t = useTranslate()
  const [reason, setReason] = useState<ProofReason>(PROOF_REASONS[0])
  const decide = () => call(adminDecideProof, { params: { id }, body: { decision, reason } })
  return (
    <Confirm
      label={t(`proof.${decision}`)}
      title={t(`proof.${decision}.title`)}
      text={
        <div className="grid gap-4">
          <p>{t(`proof.${decision}.text`)}</p>
          <SelectField
            name="reason"
            label={t('proof.reason')}
            options={PROOF_REASONS.map((value) => ({ value, label: t(`proofReason.${value}`) }))}
            onChange={(value) => setReason(PROOF_REASONS.find((one) => one === value) ?? 'other')}
          />
        </div>
      }
      action={t(`proof.${decision}`)}
      onConfirm={() => change(decide, t(`proof.${decision}.done`)).then(onDone)}
    />
  )
}
