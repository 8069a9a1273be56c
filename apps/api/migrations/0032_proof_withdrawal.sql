-- A version before this one gives no proof back, and leaves a mark where a newer proof was made: giving back looks for both.
create table proof_withdrawal (
  account_id text primary key references account on delete cascade,
  why text not null check (why in ('operator', 'unused')),
  -- What is given back: the day of the proof, and its document.
  verified_on date not null,
  document_idx bytea,
  kept_since timestamptz,
  withdrawn_at timestamptz not null,
  check ((document_idx is null) = (kept_since is null))
);
create index proof_withdrawal_by_document on proof_withdrawal (document_idx) where document_idx is not null;
create index proof_withdrawal_by_time on proof_withdrawal (withdrawn_at);
comment on table proof_withdrawal is 'The mark of a proof that was withdrawn, for 30 days or until the age is proven again. One that the operator withdrew can be given back, with the keyed hash of its document, unless the document has proven another account meanwhile.';

-- Since when the vendor says that its approval was wrong, until a person has decided.
alter table identity_check add column taken_back_at timestamptz;
create index identity_check_taken_back on identity_check (taken_back_at) where taken_back_at is not null;

-- The day (UTC) of the last sign-in with PIN and SMS code. For accounts of before, the day of this change.
alter table account add column signed_in_on date not null default current_date;

-- Payments with money set aside, of which some may have lost the proof that they need.
create index intent_reserved on intent (expires_at) where state = 'reserved';
