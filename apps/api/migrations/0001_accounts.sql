create table account (
  id text primary key,
  -- A person is found by a keyed hash of the number; the number itself is encrypted.
  phone_idx bytea not null unique,
  phone_enc text not null,
  pin_enc text not null,
  pin_version integer not null default 1 check (pin_version > 0),
  -- Wrong PINs, counted before they are compared. In browsers that the account does not recognise: since the last proof of
  -- PIN and code, and since the PIN was set. In recognised ones together: since the last proof.
  pin_failures smallint not null default 0 check (pin_failures >= 0),
  pin_failures_total smallint not null default 0 check (pin_failures_total >= 0),
  pin_failures_recognised smallint not null default 0 check (pin_failures_recognised >= 0),
  language text not null,
  data_collection_consent boolean not null,
  state text not null default 'active' check (state in ('active', 'deactivated')),
  adult boolean not null default false,
  verified_on date,
  kyc_status text not null default '',
  current_check text,
  created_at timestamptz not null,
  -- Since when the operator lets no one in; everything else about the account goes on.
  locked_at timestamptz,
  -- When a deactivated account is erased: at once, or after the time for an objection.
  erase_after timestamptz,
  -- When the PIN was last reset in a browser that the account did not recognise.
  unknown_reset_at timestamptz,
  -- The last exports of the account's data, the newest last: at most as many as an hour may have.
  exported_at timestamptz[] not null default '{}',
  check (not adult or verified_on is not null),
  constraint account_erasure check ((state = 'deactivated') = (erase_after is not null))
) with (fillfactor = 80);
create index account_to_erase on account (erase_after) where erase_after is not null;
comment on table account is 'A person with a confirmed number and a PIN.';

-- Hashes of tokens of sessions that ended under age, which may read that one answer, and of identity-check codes, whose
-- late reports are no error.
create table tombstone (
  hash bytea primary key,
  expires_at timestamptz not null
);
comment on table tombstone is 'Hashes of the tokens and codes that an erased account leaves behind for a short time. No row tells whose they were.';
