-- People are found by a keyed hash of their number (phone_idx); the number itself is stored encrypted.
create table account (
  id text primary key,
  phone_idx bytea not null unique,
  phone_enc text not null,
  pin_enc text not null,
  pin_version integer not null default 1 check (pin_version > 0),
  language text not null check (language in ('en', 'de')),
  data_collection_consent boolean not null,
  state text not null default 'active' check (state in ('active', 'deactivated')),
  adult boolean not null default false,
  verified_on date,
  kyc_status text not null default '',
  current_check text,
  created_at timestamptz not null,
  check (not adult or verified_on is not null)
);

-- Not an account: it becomes one when its own SMS code is confirmed, and expires otherwise.
create table registration (
  id text primary key,
  phone_idx bytea not null,
  phone_enc text not null,
  pin_enc text not null,
  language text not null check (language in ('en', 'de')),
  data_collection_consent boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index registration_by_phone on registration (phone_idx, created_at desc);

-- One row for each number and class of devices; a guess reserves its place here before it is compared.
create table pin_throttle (
  phone_idx bytea not null,
  class_key text not null,
  failures integer not null default 0 check (failures >= 0),
  inflight integer not null default 0 check (inflight >= 0),
  inflight_at timestamptz not null,
  not_before timestamptz not null,
  primary key (phone_idx, class_key)
);

-- One SMS confirmation. The code is derived from the id and the generation; it is stored nowhere.
create table sms_challenge (
  id text primary key,
  purpose text not null check (purpose in ('login', 'register')),
  phone_idx bytea not null,
  phone_enc text not null,
  account_id text references account on delete cascade,
  registration_id text references registration on delete cascade,
  generation integer not null default 1,
  sends integer not null default 1 check (sends > 0),
  tries integer not null default 0 check (tries >= 0),
  tried bytea[] not null default '{}',
  state text not null default 'live' check (state in ('live', 'used', 'dead')),
  code_expires_at timestamptz not null,
  expires_at timestamptz not null,
  resend_at timestamptz not null,
  created_at timestamptz not null,
  used_at timestamptz,
  check (num_nonnulls(account_id, registration_id) = 1),
  check ((state = 'used') = (used_at is not null))
);
create index sms_challenge_by_account on sms_challenge (account_id, created_at desc);
create index sms_challenge_by_registration on sms_challenge (registration_id, created_at desc);

-- One sign-in and every token that came of it. pre_confirmation: the SMS code is still open.
create table session_family (
  id text primary key,
  scope text not null check (scope in ('pre_confirmation', 'full')),
  account_id text references account on delete cascade,
  registration_id text references registration on delete cascade,
  challenge_id text unique,
  state text not null default 'live' check (state in ('live', 'revoked')),
  -- Rotation by promotion: the refresh token of this generation is in use, the next one takes over when it is used.
  generation integer not null default 0 check (generation >= 0),
  promoted_at timestamptz,
  authenticated_at timestamptz not null,
  idle_expires_at timestamptz not null,
  expires_at timestamptz not null,
  check (num_nonnulls(account_id, registration_id) = 1),
  check (scope = 'pre_confirmation' or account_id is not null)
);
create index session_family_by_account on session_family (account_id);

create table access_token (
  hash bytea primary key,
  family_id text not null references session_family on delete cascade,
  expires_at timestamptz not null
);
create index access_token_by_family on access_token (family_id);
