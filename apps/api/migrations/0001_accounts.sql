create table account (
  id text primary key,
  -- A person is found by a keyed hash of the number; the number itself is encrypted.
  phone_idx bytea not null unique,
  -- While the key of phone_idx changes, the hash under the old one: no number gets two accounts. Otherwise null.
  phone_guard bytea unique,
  phone_enc text not null,
  pin_enc text not null,
  pin_version integer not null default 1 check (pin_version > 0),
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
  -- When the PIN was last reset in a browser that the account did not know.
  unknown_reset_at timestamptz,
  -- The last exports of the account's data, the newest last: at most as many as an hour may have.
  exported_at timestamptz[] not null default '{}',
  check (not adult or verified_on is not null),
  constraint account_erasure check ((state = 'deactivated') = (erase_after is not null))
);
create index account_to_erase on account (erase_after) where erase_after is not null;
comment on table account is 'A person with a confirmed number and a PIN.';

-- Where account existence is concealed, every number gets the same rows. The kinds:
-- open: an ordinary registration.
-- concealed: like open, and the answer does not disclose that there was no account.
-- taken: the number has an account, so the registration never becomes one.
-- unknown: recovery was requested for a number without an account; the row counts the tries at its codes.
create table registration (
  id text primary key,
  kind text not null default 'open' check (kind in ('open', 'concealed', 'taken', 'unknown')),
  phone_idx bytea not null,
  phone_guard bytea,
  phone_enc text not null,
  pin_enc text not null,
  language text not null,
  data_collection_consent boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index registration_by_phone on registration (phone_idx, created_at desc);
create unique index registration_unknown on registration (phone_idx) where kind = 'unknown';
comment on table registration is 'A number with a PIN. It becomes an account when its own SMS code is confirmed, and expires otherwise.';

-- Hashes of tokens of sessions that ended under age, which may read that one answer, and of identity-check codes, whose
-- late reports are no error.
create table tombstone (
  hash bytea primary key,
  expires_at timestamptz not null
);
comment on table tombstone is 'Hashes of the tokens and codes that an erased account leaves behind for a short time. No row tells whose they were.';
