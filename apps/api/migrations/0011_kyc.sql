create table identity_check (
  id text primary key,
  tc_hash bytea not null unique,
  account_id text not null references account on delete cascade,
  status text not null default '',
  reported_at timestamptz,
  created_at timestamptz not null,
  code_expires_at timestamptz not null,
  -- When the vendor is asked for an outcome that it has not reported; null: no outcome is expected.
  next_poll_at timestamptz,
  polls integer not null default 0 check (polls >= 0)
);
create index identity_check_by_account on identity_check (account_id, created_at desc);
create index identity_check_due on identity_check (next_poll_at) where next_poll_at is not null;
comment on table identity_check is 'What is kept of an identity check: its outcome and the day. No name, no birth date, no document.';

create table vendor_event (
  id text primary key,
  check_id text not null references identity_check on delete cascade,
  status text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null
);
create index vendor_event_by_check on vendor_event (check_id);
comment on table vendor_event is 'Each message of the identity-check service once, by its event id.';

create table vendor_erasure (
  check_id text primary key,
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null,
  created_at timestamptz not null
);
create index vendor_erasure_due on vendor_erasure (next_attempt_at);
comment on table vendor_erasure is 'Checks of erased accounts that the identity-check service has to erase too. Their code is derived from the id. A row is deleted when the service has acknowledged.';

create table proof_document (
  document_idx bytea primary key,
  account_id text not null unique references account on delete cascade,
  kept_since timestamptz not null
);
comment on table proof_document is 'The document that proves the age of an account; one document proves one account at a time. It is a keyed hash of the service''s own name for it, and kept as long as the proof. An account whose service names no document has no row.';

create table registration_stop_key (
  quarter text primary key check (quarter ~ '^[0-9]{4}Q[1-4]$'),
  secret_enc text not null
);
comment on table registration_stop_key is 'The hash key of a quarter. It is deleted with the last number of its quarter; copies of registration_stop mean nothing without it.';

create table registration_stop (
  number_mac bytea primary key,
  quarter text not null references registration_stop_key,
  expires_at timestamptz not null
);
comment on table registration_stop is 'Numbers that may not register again for a while: no birth date, no name, no number, no account.';
