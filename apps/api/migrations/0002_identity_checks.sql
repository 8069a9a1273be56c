-- What we keep of an identity check: its outcome and the day. No name, no birth date, no document.
create table identity_check (
  id text primary key,
  tc_hash bytea not null unique,
  account_id text not null references account on delete cascade,
  intent_id text,
  status text not null default '',
  reported_at timestamptz,
  created_at timestamptz not null,
  code_expires_at timestamptz not null
);
create index identity_check_by_account on identity_check (account_id, created_at desc);

-- Every message of the identity-check service once, by its event id.
create table vendor_event (
  id text primary key,
  check_id text not null references identity_check on delete cascade,
  status text not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null
);
