create table sms_challenge (
  id text primary key,
  purpose text not null check (purpose in ('login', 'register', 'reset')),
  phone_idx bytea not null,
  phone_enc text not null,
  account_id text references account on delete cascade,
  registration_id text references registration on delete cascade,
  -- link: digits were used up by strangers; the SMS has a secret of 80 bits, of which the hash is kept.
  form text not null default 'digits' check (form in ('digits', 'link')),
  link_hash bytea unique,
  -- The browser in which it began and has to go on; null: any browser.
  device_hash bytea,
  generation integer not null default 1,
  sends integer not null default 1 check (sends > 0),
  tries integer not null default 0 check (tries >= 0),
  tried bytea[] not null default '{}',
  -- cancelled: the visitor said that the number was wrong. It is as unusable as a dead one, but a request within its
  -- cool-down gets it back instead of another SMS.
  state text not null default 'live' check (state in ('live', 'used', 'dead', 'cancelled')),
  -- awaited: the answer discloses that the SMS was refused. unawaited: the answer discloses nothing.
  -- none: nothing is sent, and no code is right.
  delivery text not null default 'awaited' check (delivery in ('awaited', 'unawaited', 'none')),
  code_expires_at timestamptz not null,
  expires_at timestamptz not null,
  resend_at timestamptz not null,
  created_at timestamptz not null,
  used_at timestamptz,
  -- What each of its SMS is counted by until the code is typed in: keyed hashes of limits, and the country.
  places jsonb not null default '[]',
  check (num_nonnulls(account_id, registration_id) = 1),
  check ((form = 'link') = (link_hash is not null)),
  check ((state = 'used') = (used_at is not null))
);
create index sms_challenge_by_account on sms_challenge (account_id, created_at desc);
create index sms_challenge_by_registration on sms_challenge (registration_id, created_at desc);
comment on table sms_challenge is 'One confirmation by SMS code. The code is derived from id and generation, and stored nowhere.';
