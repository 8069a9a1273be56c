create table passkey (
  id text primary key,
  account_id text not null references account on delete cascade,
  credential_id bytea not null unique,
  -- COSE_Key, as the authenticator gave it.
  public_key bytea not null,
  -- Uses that the authenticator counts; 0 where it does not count.
  counter bigint not null check (counter >= 0),
  -- The key may be on other devices of the person too.
  synced boolean not null,
  transports text[],
  name text not null,
  created_at timestamptz not null,
  last_used_on date
);
create index passkey_by_account on passkey (account_id);
comment on table passkey is 'Public keys of passkeys: with one of them its holder logs in without PIN and SMS.';

create table spent_challenge (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index spent_challenge_over on spent_challenge (expires_at);
comment on table spent_challenge is 'Hashes of challenges for passkeys that were used, until they would have expired anyway. No row tells whose they were.';

-- The name of the account at authenticators: 32 random bytes, used nowhere else. Nothing is found by it, so that it needs no index.
alter table account add column user_handle bytea;
-- The passkey that opened the session; null: number, PIN and SMS code, or a reset.
alter table session_family add column opened_by text;
