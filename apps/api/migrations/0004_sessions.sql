create table session_family (
  id text primary key,
  -- pre_confirmation: the SMS code is not confirmed yet.
  scope text not null check (scope in ('pre_confirmation', 'full')),
  account_id text references account on delete cascade,
  registration_id text references registration on delete cascade,
  -- The code that opened it.
  code_id text unique,
  device_hash bytea,
  device_mismatches integer not null default 0 check (device_mismatches >= 0),
  state text not null default 'live' check (state in ('live', 'revoked')),
  -- Rotation by promotion: the refresh token of this generation is in use, the next one takes over when it is used.
  generation integer not null default 0 check (generation >= 0),
  promoted_at timestamptz,
  -- Where the newest access token is: the next one takes the slot after it, which is the oldest one's.
  newest_slot smallint not null default 0 check (newest_slot between 0 and 4),
  authenticated_at timestamptz not null,
  idle_expires_at timestamptz not null,
  expires_at timestamptz not null,
  check (num_nonnulls(account_id, registration_id) = 1),
  check (scope = 'pre_confirmation' or account_id is not null)
) with (fillfactor = 80);
create index session_family_by_account on session_family (account_id);
create index session_family_by_registration on session_family (registration_id) where registration_id is not null;
comment on table session_family is 'One sign-in and every token that came of it.';

create table access_token (
  hash bytea primary key,
  family_id text not null references session_family on delete cascade,
  -- A session has as many access tokens as there are slots.
  slot smallint not null default 0 check (slot between 0 and 4),
  expires_at timestamptz not null,
  unique (family_id, slot)
);
comment on table access_token is 'Access tokens in use, by hash.';
